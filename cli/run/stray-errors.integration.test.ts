import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = `
  const { collectStrayErrors } = await import(${JSON.stringify(new URL('./stray-errors.ts', import.meta.url).href)});
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
  const stray = collectStrayErrors();
  Promise.reject(new Error('rejected'));
  await pause();
  setImmediate(() => { throw new Error('thrown'); });
  await pause();
  setImmediate(() => { throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }); });
  await pause();
  console.log(stray.errors.map(({ message }) => message).join());
  stray[Symbol.dispose]();
  Promise.reject(new Error('rejected later'));
  await pause();
  console.log('not reached');`;

test('errors that nobody catches are collected until the collector is disposed, except for a closed pipe', async () => {
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  await expect(ended).rejects.toMatchObject({ stdout: 'rejected,thrown\n' });
});
