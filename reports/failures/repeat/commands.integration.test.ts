import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { sampleExchange } from '../../test-samples.ts';
import { curlOf, shellWord } from './commands.ts';

const target = { baseUrl: 'https://partners.example/api/', secrets: ['TOKEN', 'embedded access key'] };

/** The arguments that a shell hands to curl. */
const argumentsOf = (command: string): string[] => {
  const { stdout, stderr } = spawnSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], {
    encoding: 'utf8',
    env: { TOKEN: 't0ken', EMBEDDED_ACCESS_KEY: 'k3y', HOME: '/nowhere', LC_ALL: 'C' },
  });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
};

test.each([
  "it's; rm -rf /",
  '$(reboot) `reboot` $HOME !! \\ " \' * ? [a] {b,c} ~ # & | < > ;',
  'a\nb\tc\u001b[31m',
  '\u202eesrever\u2066 ü 用户 🎟',
  '«HOME» is not a secret of the run',
  "'",
  '',
  '-',
])('the shell hands over %j as it stands', (text) => {
  expect(argumentsOf(`curl ${shellWord(text, ['TOKEN'])}`)).toEqual([text]);
});

test('a quoted text holds nothing that a terminal would act on', () => {
  expect(shellWord('a\u001b]0;title\u0007\u202e\nb', [])).toMatch(/^[\x20-\x7e]+$/);
});

test('secrets come from the environment, by a name that a shell accepts', () => {
  const headers = { authorization: 'Bearer «TOKEN»', 'service-access': '«embedded access key»' };
  const command = curlOf(sampleExchange({ headers }), target);
  expect(command).not.toContain('«');
  expect(argumentsOf(command)).toEqual([
    '-sS',
    '-i',
    '-g',
    '--path-as-is',
    'https://partners.example/api/products?page=1',
    '-H',
    'authorization: Bearer t0ken',
    '-H',
    'service-access: k3y',
  ]);
});

test('a body goes as data that curl does not interpret', () => {
  const body = '@/etc/passwd';
  const sent = sampleExchange({
    method: 'POST',
    path: '/orders',
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(argumentsOf(curlOf(sent, target)).slice(4)).toEqual([
    '-X',
    'POST',
    'https://partners.example/api/orders',
    '-H',
    'content-type: application/json',
    '--data-raw',
    body,
  ]);
});

test('a body that went without a type goes without one again', () => {
  const sent = sampleExchange({ method: 'PUT', body: '{}' });
  expect(argumentsOf(curlOf(sent, target)).slice(-4)).toEqual(['-H', 'Content-Type:', '--data-raw', '{}']);
});

test('an empty header is sent empty', () => {
  expect(argumentsOf(curlOf(sampleExchange({ headers: { authorization: '' } }), target)).at(-1)).toBe('authorization;');
});
