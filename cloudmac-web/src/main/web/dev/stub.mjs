// SPDX-License-Identifier: Apache-2.0
// A made-up controller, to work at the page without one: `npm run stub FOLDER [PORT]` serves the built page of FOLDER.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';

const [folder, port = '8190'] = process.argv.slice(2);
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html";
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', txt: 'text/plain' };
const mac = (kind, n) => `02:${kind}:00:00:${String(Math.floor(n / 100)).padStart(2, '0')}:${String(n % 100).padStart(2, '0')}`;
const at = (ago) => new Date(Date.now() - ago).toISOString();
const SSIDS = ['staff', 'guests', '<script>alert(1)</script>', 'abc\u202edef', '\\xce\\xf7\\xb0\\xb2\\x00\\x01'];
const wtps = [...Array(12).keys()].map((n) => ({
  id: mac('aa', n), name: `hall-${n + 1}`, up: n !== 7, admitted: n !== 7, port: `openflow:${(n % 3) + 2}:${n + 1}`,
  'last-seen': at(n === 7 ? 900_000 : 400), stations: n === 7 ? 0 : 3 + ((n * 7) % 9), ...(n === 7 ? { problem: 'no session with its agent' } : {}),
}));
const vaps = SSIDS.map((ssid, n) => ({
  bssid: mac('bb', n), ssid, up: n !== 4, channel: 6, frequency: 2437, host: 'host1', port: 'openflow:1:2', 'last-seen': at(300), wtp: wtps.slice(0, 4).map((one) => one.id),
}));
const stations = [...Array(64).keys()].map((n) => {
  const near = (n * 5) % 12;
  return {
    bssid: mac('bb', n % 5), ssid: SSIDS[n % 5], station: mac('cc', n), wtp: mac('aa', near), origin: n % 9 ? 'automatic' : 'operator', 'last-seen': at(n * 700),
    signal: n % 13 === 0 ? [] : [0, 1, 2].map((step) => ({ wtp: mac('aa', (near + step) % 12), average: -48 - ((n * 3) % 32) - step * 9, last: -50, samples: 20 })),
  };
});
const decisions = [...Array(40).keys()].map((n) => {
  const isMove = n % 4 === 0, [from, to] = isMove ? [1, 0] : [0, 1];
  return {
    number: String(100 - n), time: at(n * 45_000 + 5000), bssid: mac('bb', 0), station: mac('cc', 0), from: mac('aa', from), to: mac('aa', to), reason: 'signal',
    outcome: isMove ? (n === 8 ? 'undone' : 'done') : 'kept', ...(isMove ? (n === 8 ? { 'why-not': 'failed', error: 'lease: no answer of the agent' } : {}) : { 'why-not': 'hysteresis' }),
    hysteresis: 6, dwell: 5000, 'load-tie-break': 3, 'minimum-samples': 3, 'stale-after': 3000,
    input: [0, 1, 2].map((k) => ({ wtp: mac('aa', k), signal: k === to ? -55 - (isMove ? 0 : n % 4) : k === from ? -60 - (isMove ? 5 : -4) : -74, last: -56, samples: 12, age: 40, load: 3 + k })),
  };
});
const trees = {
  vaps: { vap: vaps },
  airtime: { wtp: wtps.slice(0, 3).map((one, w) => ({ id: one.id, radio: [{ index: 0, scheduler: true, station: [0, 1, 2].map((n) => ({ bssid: mac('bb', 0), station: mac('cc', w * 3 + n), weight: n ? 256 : 512, share: [480, 200, 310][n], 'queue-frames': n * 4, sojourn: [2100, 4000, 73_000][n], sent: '1000', 'codel-drops': '3', 'full-drops': '0' })) }] })) },
  qos: { port: [1, 2, 3].map((n) => ({ port: `openflow:1:${n}`, name: `eth${n}`, policy: 'default', wanted: 'htb', state: n === 3 ? 'waiting' : 'active', type: 'linux-htb', ...(n === 3 ? { error: 'the switch is not connected' } : {}), queue: [{ queue: 0, option: [{ name: 'min-rate', value: '9500000' }] }, { queue: 1, option: [{ name: 'priority', value: '0' }] }] })) },
};
const alarms = { 'number-of-alarms': 1, alarm: [{ resource: `wtp/${mac('aa', 7)}`, 'alarm-type-id': 'cloudmac-alarms:wtp-lost', 'is-cleared': false, 'perceived-severity': 'major', 'alarm-text': 'not heard for 3 intervals', 'last-changed': at(900_000), 'time-created': at(900_000) }] };
const links = [{ low: 'openflow:1:11', high: 'openflow:2:21' }, { low: 'openflow:1:12', high: 'openflow:3:21' }, { low: 'openflow:1:13', high: 'openflow:4:21' }];

const listed = (name, list) => (input) => {
  const { limit = 100, sort, cursor = '0', descending, ...filter } = input;
  const found = list.filter((one) => Object.entries(filter).every(([key, value]) => one[key] === value));
  const end = Number(cursor) + limit;
  return { total: found.length, [name]: found.slice(Number(cursor), end), ...(end < found.length ? { cursor: String(end) } : {}) };
};
const queries = { 'query-stations': listed('station', stations), 'query-wtps': listed('wtp', wtps), 'query-decisions': listed('decision', decisions) };

createServer(async (request, answer) => {
  const { pathname: path } = new URL(request.url, 'http://a');
  const sent = [];
  for await (const piece of request) sent.push(piece);
  const json = (status, body, more = {}) => answer.writeHead(status, { 'Content-Type': 'application/json', ...more }).end(body === undefined ? '' : JSON.stringify(body));
  if (path.startsWith('/cloudmac')) {
    const name = normalize(path.slice(9) || '/').replace(/^\/$/, '/index.html');
    try {
      return answer.writeHead(200, { 'Content-Type': TYPES[name.split('.').pop()] ?? 'text/plain', 'Content-Security-Policy': POLICY }).end(readFileSync(join(folder, name)));
    } catch {
      return answer.writeHead(404).end();
    }
  }
  const basic = (request.headers.authorization ?? '').replace('Basic ', '');
  const user = basic ? Buffer.from(basic, 'base64').toString().split(':')[0] : /stub=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  if (!user) return json(401, { errors: { error: [{ 'error-tag': 'access-denied', 'error-message': 'log in' }] } });
  if (path.endsWith('/log-out')) return json(204, undefined, { 'Set-Cookie': 'stub=; Path=/; Max-Age=0' });
  if (path === '/rests/who-am-i') return json(200, { user, roles: [user], tenants: [] }, { 'Set-Cookie': `stub=${user}; Path=/; HttpOnly` });
  if (path === '/events/stream') {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    answer.write('event: begin\nid: 1-1\ndata: {"epoch":"1","number":"1"}\n\n');
    if (request.method === 'HEAD') return answer.end();
    return setTimeout(() => answer.write(`id: 1-2\ndata: ${JSON.stringify({ epoch: '1', number: '2', time: at(0), kind: 'handover-undone', station: mac('cc', 5), wtp: mac('aa', 3), text: 'lease: no answer' })}\n\n`), 500);
  }
  if (path === '/audit/query-changes') return json(200, { changes: [{ number: 1, time: at(5000), user: 'admin', source: '127.0.0.1', method: 'POST', path: '/rests/operations/cloudmac:drain-wtp', status: 204 }] });
  const rpc = /operations\/[\w-]+:([\w-]+)$/.exec(path)?.[1];
  const input = sent.length ? Object.values(JSON.parse(Buffer.concat(sent)))[0] : {};
  if (rpc in queries) return json(200, { 'cloudmac-query:output': queries[rpc](input) });
  if (rpc === 'hand-over') return json(200, { 'cloudmac:output': { from: mac('aa', 0), duration: 4 } });
  if (rpc) return json(204);
  if (path.endsWith('/alarm-list')) return json(200, { a: alarms });
  if (path.endsWith('cloudmac-learned')) return json(200, { a: { link: links } });
  if (path.endsWith('/mobility')) return json(200, { a: { enabled: true, 'observe-only': true } });
  const tree = trees[path.split('/').pop()];
  return tree && path.includes('cloudmac-state') ? json(200, { a: tree }) : json(404, {});
}).listen(Number(port), '127.0.0.1');
