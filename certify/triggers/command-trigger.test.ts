import { expect, test } from 'vitest';
import { commandTrigger } from './command-trigger.ts';

const running = (code: string) => commandTrigger({ command: process.execPath, args: ['-e', code, '--'] });

test('the command gets the action and its parameters, and its last line tells the id', async () => {
  const { act } = running(
    `const [name, parameters] = process.argv.slice(-2); console.log('working'); console.log(JSON.stringify({ id: name + JSON.parse(parameters).code }))`,
  );
  expect(await act('redeem', { code: 'A' })).toEqual({ outcome: 'done', id: 'redeemA' });
});

test.for<[string, string, object]>([
  ['says nothing', '', { outcome: 'done' }],
  ['cannot', 'console.error("no carts"); process.exit(64)', { outcome: 'cannot', told: 'no carts' }],
  ['fails', 'console.error("first"); console.error("oops"); process.exit(3)', { outcome: 'failed', told: 'oops' }],
  ['fails silently', 'process.exit(3)', { outcome: 'failed', told: 'exit code 3' }],
])('a command that %s', async ([, code, acted]) => {
  expect(await running(code).act('create-cart', {})).toEqual(acted);
});

test('a command that is not there is told', async () => {
  const { act } = commandTrigger({ command: '/no/such/command', args: [] });
  expect(await act('create-cart', {})).toMatchObject({ outcome: 'failed', told: expect.stringContaining('ENOENT') });
});
