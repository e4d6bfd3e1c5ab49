// SPDX-License-Identifier: Apache-2.0
// Prints names, versions and licences of the libraries in the bundle.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const seen = new Set();
function show(name) {
  const folder = `node_modules/${name}`;
  if (seen.has(name) || !existsSync(`${folder}/package.json`)) return;
  seen.add(name);
  const about = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  console.log(`${name} ${about.version} (${about.license})\n`);
  if (file) console.log(readFileSync(`${folder}/${file}`, 'utf8').trim());
  console.log('\n' + '-'.repeat(72) + '\n');
  if (name.startsWith('@dagrejs')) Object.keys(about.dependencies ?? {}).forEach(show);
}
// Only these dependencies of Svelte are shipped; its compiler needs the others.
const own = JSON.parse(readFileSync('package.json', 'utf8')).dependencies;
[...Object.keys(own), 'esm-env', 'clsx'].forEach(show);
