// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { applyQos, commandOf, curlOf, drain, handOver, previewOf, quoted, undoChange } from './actions';
import { causes, type Seen } from './causes';
import { messageOf } from './client';
import { network, placed } from './graph';
import { lanes } from './lanes';
import { arrange, compare } from './rows';
import { EventParser } from './sse';
import { ABSENT, number, rate, time } from './text';

test('absent values come last in either order', () => {
  const values = [3, undefined, 1, 2];
  expect([...values].map((one) => ({ one })).sort((a, b) => compare(a.one, b.one, false)).map((each) => each.one)).toEqual([1, 2, 3, undefined]);
  expect([...values].map((one) => ({ one })).sort((a, b) => compare(a.one, b.one, true)).map((each) => each.one)).toEqual([3, 2, 1, undefined]);
});

test('a row is found if all words of the search are in it', () => {
  const rows = [{ name: 'wtp10', ssid: 'Staff' }, { name: 'wtp2', ssid: '<script>' }];
  const of = (search: string) => arrange(rows, (one) => [one.name, one.ssid], search, (one) => one.name).map((one) => one.name);
  expect(of('')).toEqual(['wtp2', 'wtp10']);
  expect(of('STAFF wtp')).toEqual(['wtp10']);
  expect(of('<script>')).toEqual(['wtp2']);
  expect(of('nobody')).toEqual([]);
});

test('events are read in any pieces', () => {
  const text = 'retry: 2000\nevent: begin\nid: 7-1\ndata: {"a":1}\n\n: alive\n\nid: 7-2\r\ndata: {"b":\r\ndata: 2}\r\n\r\n';
  const whole = new EventParser().take(text);
  expect(whole).toEqual([{ event: 'begin', id: '7-1', data: '{"a":1}' }, { event: '', id: '7-2', data: '{"b":\n2}' }]);
  const parser = new EventParser();
  expect([...text].flatMap((one) => parser.take(one)).map((one) => one.id)).toEqual(['7-1', '7-2']);
});

test('absent is never 0', () => {
  expect([number(), time(), rate(), number(0, 'dBm'), rate('95000000')]).toEqual([ABSENT, ABSENT, ABSENT, '0 dBm', '95 Mb/s']);
});

test('a refusal has the words of the controller', () => {
  expect(messageOf(400, '{"errors":{"error":[{"error-tag":"invalid-value","error-message":"no"}]}}')).toEqual(['invalid-value', 'no']);
  expect(messageOf(502, '<html>')[1]).toContain('502');
});

test('a shell takes each word literally', () => {
  expect(quoted("a'b $(c)")).toBe(`'a'\\''b $(c)'`);
  const action = handOver('02:00:00:00:00:01', '02:00:00:00:00:02', 'w1', "w'2");
  const request = action.request({ wtp: "w'\u202e2" });
  const curl = curlOf(request, 'http://a', 'admin');
  expect(curl).toContain('/rests/operations/cloudmac:hand-over');
  expect(curl).toContain('\\u202e');
  expect(commandOf(action.command({ wtp: 'w 2' }))).toBe("cloudmac hand-over 02:00:00:00:00:02 'w 2' --bssid 02:00:00:00:00:01");
  expect(action.undo?.({ wtp: 'w2' })?.fields[0]?.value).toBe('w1');
  expect(drain('w1', true).command({})).toEqual(['drain-wtp', 'w1', '--undo']);
  expect(previewOf(drain('w1').request({}))?.body).toEqual({ 'cloudmac:input': { wtp: 'w1', 'dry-run': true } });
  expect(previewOf(handOver('b', 's', 'w').request({}))).toBeUndefined();
  expect(previewOf(undoChange('7').request({}))?.body).toEqual({ 'cloudmac-changes:input': { change: '7', 'dry-run': true } });
  expect(applyQos({ name: 'p', type: 'cake', port: ['openflow:1:2'], cake: { nat: true } } as never).request({ policy: 'p', type: 'cake', rate: '' }).body)
    .toEqual({ 'cloudmac:input': { policy: 'p', type: 'cake', port: ['openflow:1:2'], cake: { nat: true } } });
  expect(applyQos().request({ policy: 'p', type: 'htb', rate: '' }).body).toEqual({ 'cloudmac:input': { policy: 'p', type: 'htb' } });
});

const seen = (more: Partial<Seen>): Seen => ({ stations: [], air: [], ports: [], events: [], switchOf: () => 'openflow:1', now: 1e12, ...more });
const station = { bssid: 'b', station: 's', wtp: 'w', signal: [{ wtp: 'w', average: -60 }] };

test('each station is good or has one cause', () => {
  const of = (more: Partial<Seen>, one: object = station) => [...causes(seen({ stations: [one as never], ...more })).values()][0];
  const event = { epoch: '1', number: '1', station: 's', time: new Date(1e12 - 1000).toISOString() };
  expect(of({})).toBe('good');
  expect(of({}, { ...station, signal: [] })).toBe('unknown');
  expect(of({}, { ...station, signal: [{ wtp: 'w', average: -80 }] })).toBe('signal');
  expect(of({}, { ...station, wtp: undefined })).toBe('join');
  expect(of({ events: [{ ...event, kind: 'handover-undone' }] })).toBe('undone');
  expect(of({ events: [{ ...event, kind: 'handover-undone', time: new Date(0).toISOString() }] })).toBe('good');
  expect(of({ ports: [{ port: 'openflow:1:2', state: 'failed' }] })).toBe('queue');
  expect(of({ air: [{ id: 'w', radio: [{ index: 0, station: [{ bssid: 'b', station: 's', sojourn: 60_000 }] }] }] })).toBe('air');
});

test('the map has layers and no stations', () => {
  const graph = network([{ id: 'w1', port: 'openflow:2:1' }, { id: 'w2', port: 'openflow:1:3' }], [{ bssid: 'v1', port: 'openflow:1:1' }], [{ low: 'openflow:1:2', high: 'openflow:2:2' }]);
  expect(graph.nodes.map((one) => one.kind).sort()).toEqual(['switch', 'switch', 'vap', 'wtp', 'wtp']);
  const { nodes } = placed(graph);
  const x = (id: string) => nodes.find((one) => one.id === id)!.x;
  expect(x('w1')).toBe(x('w2'));
  expect(x('v1')).toBeLessThan(x('openflow:1'));
  expect(x('openflow:2')).toBeLessThan(x('w1'));
});

test('the serving WTP has the first lane', () => {
  const decision = { number: '1', time: '2026-12-01T00:00:00Z', input: [{ wtp: 'a', signal: -40 }, { wtp: 'b', signal: -70 }, { wtp: 'c' }] };
  const found = lanes([decision], [{ time: 1e12, wtp: 'b', signal: -71 }], 'b');
  expect(found.lanes.map((one) => one.wtp)).toEqual(['b', 'a']);
  expect(found.lanes[0]?.signals).toEqual([-70, -71]);
});
