// Runs the README's commands as on a new machine: in a clone, with an empty home without caches. PATH has little more than
// Node, npm, git and a shell. Prints what each step fetched.
//
//   node tools/fresh-machine.mjs [--with go,python3,uv,k6,...] [--refuse python,go] [--only start,test,load]
//                                [--steps 'k6;integration tests:load/k6,cli/load'] [--commit <ref>] [--keep]
//
// --with    further commands of this machine that are on the PATH there
// --refuse  the package index of Python, or the module proxy of Go, answers everything with 403
// --only    which of the commands to run; all when left out
// --steps   steps of the test commands by their titles; those of "npm test" when left out
// --commit  what to clone; HEAD when left out
// --keep    leave the folder, with the whole output of each command
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { projectRoot } from './project-root.mjs';

const text = { type: 'string' };
const { values } = parseArgs({
  options: { with: text, refuse: text, only: text, steps: text, commit: text, keep: { type: 'boolean' } },
});
const listOf = (value = '', separator = ',') => value.split(separator).filter((entry) => entry !== '');

/** Commands of every Unix machine. The scripts of the guides are for bash. */
const basics = [
  ...'sh bash env cat cp mv rm ln ls mkdir mktemp chmod touch dirname basename uname sed grep awk tr'.split(' '),
  ...'cut sort head tail wc find xargs date sleep id tar gzip ldd ps kill true false test printf tee'.split(' '),
];
const needed = ['node', 'npm', 'npx', 'git'];
const asked = listOf(values.with);

const commands = {
  start: ['npm', 'start'],
  test: ['npm', 'test', '--', ...listOf(values.steps, ';')],
  load: ['npx', 'selo', 'load', 'webhooks', '--rate', '50', '--duration', '5', '--gate'],
};
const only = values.only === undefined ? Object.keys(commands) : listOf(values.only);
const unknown = [
  ...only.filter((name) => !(name in commands)),
  ...listOf(values.refuse).filter((name) => !['python', 'go'].includes(name)),
];
if (unknown.length > 0) {
  process.stderr.write(`--only takes start, test, load; --refuse takes python, go; not ${unknown.join(', ')}\n`);
  process.exit(2);
}

const say = (line) => process.stdout.write(`${line}\n`);

const root = mkdtempSync(join(tmpdir(), 'selo-fresh-'));
const [home, bin, checkout] = ['home', 'bin', 'selo'].map((name) => join(root, name));
mkdirSync(home);
mkdirSync(bin);
process.on('exit', () => {
  if (values.keep) say(`kept: ${root}`);
  else removeTree(root);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

/** Go makes its modules read-only. */
function removeTree(folder) {
  if (existsSync(join(home, 'go'))) execFileSync('chmod', ['-R', 'u+w', join(home, 'go')]);
  rmSync(folder, { recursive: true, force: true });
}

/** A command of this machine, not one of a package or a shim, which does not work in an empty home. */
const commandOf = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.split(sep).some((part) => ['node_modules', 'shims'].includes(part)))
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

for (const name of [...basics, ...needed, ...asked]) {
  const path = commandOf(name);
  if (path !== undefined) symlinkSync(path, join(bin, name));
  else if (!basics.includes(name)) {
    say(`There is no ${name} on this machine.`);
    process.exit(2);
  }
}

/** Answers everything with 403, as a proxy that blocks a package. */
let refusals = 0;
const refusing = createServer((_, answer) => {
  refusals += 1;
  answer.writeHead(403, { 'content-type': 'text/plain' }).end('This package is not available.\n');
});
refusing.listen(0, '127.0.0.1');
await once(refusing, 'listening');
refusing.unref();
const nowhere = `http://127.0.0.1:${refusing.address().port}`;

const reachesNetwork =
  /^(npm_config_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|ALL|NO)_PROXY|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_CAINFO|PIP_\w+|UV_\w+|GO(PROXY|NOPROXY|PRIVATE|SUMDB|NOSUMDB|AUTH|FLAGS|TOOLCHAIN|ENV)|LANG|LC_ALL|TERM)$/i;
const namesCache = /^((npm_config|PIP|UV)_(cache(_dir)?|prefix)|npm_config_userconfig)$/i;

/** Files in the home folder that say how this machine reaches the network. */
const settingsFiles = {
  NPM_CONFIG_USERCONFIG: '.npmrc',
  PIP_CONFIG_FILE: '.config/pip/pip.conf',
  UV_CONFIG_FILE: '.config/uv/uv.toml',
  GOENV: '.config/go/env',
};

const environment = {
  ...Object.fromEntries(
    Object.entries(settingsFiles)
      .map(([name, file]) => [name, join(homedir(), file)])
      .filter(([, file]) => existsSync(file)),
  ),
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => reachesNetwork.test(name) && !namesCache.test(name)),
  ),
  HOME: home,
  PATH: bin,
  npm_config_cache: join(home, '.npm'),
};
if (values.refuse !== undefined) environment.NO_PROXY = ['127.0.0.1', environment.NO_PROXY ?? ''].join(',');
if (listOf(values.refuse).includes('python')) {
  for (const name of ['PIP_EXTRA_INDEX_URL', 'PIP_FIND_LINKS', 'UV_INDEX', 'UV_EXTRA_INDEX_URL', 'UV_FIND_LINKS']) {
    delete environment[name];
  }
  Object.assign(environment, { PIP_INDEX_URL: `${nowhere}/simple`, UV_DEFAULT_INDEX: `${nowhere}/simple` });
}
if (listOf(values.refuse).includes('go')) environment.GOPROXY = nowhere;

const bytesIn = (path) => {
  if (!existsSync(path)) return 0;
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
};

const places = {
  packages: join(checkout, 'node_modules'),
  'cache of npm': join(home, '.npm'),
  'cache of pip': join(home, '.cache', 'pip'),
  'cache of uv': join(home, '.cache', 'uv'),
  'modules of Go': join(home, 'go'),
  'builds of Go': join(home, '.cache', 'go-build'),
  'cache of Selo': join(home, '.cache', 'selo'),
};
const sizes = () => Object.fromEntries(Object.entries(places).map(([name, path]) => [name, bytesIn(path)]));
const describe = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

const namesSources =
  /^(Passed over: |No k6 from |Fetching k6 |Building k6 |k6 \d\S* from |The tests (do not|also) try )/;
const shownLines = 14;

/** The last line with counts or a verdict. */
const endOf = (lines) =>
  lines.findLast((line) => /^(\d+ passed, |every rule |[✓✗?] \w+: |.* no source has one)/.test(line));

const verdictOf = (code) => (code === 0 ? 'works' : 'FAILS');

/** Runs a command there. Its whole output goes to a file. */
async function carryOut(name, [command, ...args]) {
  say(`\n$ ${[command, ...args].join(' ')}`);
  const before = sizes();
  const refusedBefore = refusals;
  const startedMs = performance.now();
  const log = createWriteStream(join(root, `${name}.log`));
  const child = spawn(join(bin, command), args, { cwd: checkout, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
      log.write(part);
    });
  }
  const [code] = await once(child, 'close');
  log.end();
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  const sources = [...new Set(lines.filter((line) => namesSources.test(line)))];
  for (const line of lines.slice(-shownLines)) say(`  | ${line.slice(0, 200)}`);
  for (const line of sources) say(`  k6: ${line}`);
  const after = sizes();
  const grown = Object.keys(after).filter((place) => after[place] > before[place]);
  say(
    `  fetched: ${grown.map((place) => `${place} +${describe(after[place] - before[place])}`).join(', ') || 'nothing'}`,
  );
  if (refusals > refusedBefore) say(`  refused: ${refusals - refusedBefore} requests`);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  // only load needs k6, and says so
  const lacksK6 = name === 'load' && code === 2 && output.includes('no source has one');
  const verdict = lacksK6 ? 'no k6 is available, and it reports that' : verdictOf(code);
  say(`  exit code ${code} after ${seconds} s`);
  return {
    name,
    isFine: code === 0 || lacksK6,
    text: `${name}: ${verdict} (exit code ${code}, ${seconds} s, ${endOf(lines) ?? lines.at(-1)})`,
  };
}

execFileSync('git', ['clone', '--quiet', projectRoot, checkout]);
if (values.commit !== undefined)
  execFileSync('git', ['-C', checkout, 'checkout', '--quiet', '--detach', values.commit]);
const commit = execFileSync('git', ['-C', checkout, 'log', '-1', '--format=%h %s'], { encoding: 'utf8' }).trim();
say(commit);
say(`on PATH besides the basics: ${[...needed, ...asked].join(', ')}; refused: ${values.refuse ?? 'nothing'}`);

const outcomes = [];
for (const name of only) outcomes.push(await carryOut(name, commands[name]));
say('');
for (const { text: line } of outcomes) say(line);
process.exitCode = outcomes.every(({ isFine }) => isFine) ? 0 : 1;
