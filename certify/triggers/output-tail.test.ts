import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { tailOf } from './output-tail.ts';

test('a line that arrives in pieces is joined, and blank lines are dropped', () => {
  const output = new PassThrough();
  const tail = tailOf(output);
  for (const text of ['first\r\n\n  tok', 'en\nla', 'st']) output.emit('data', text);
  expect(tail.lines()).toEqual(['first', 'token', 'last']);
});

test('only the end of long output is kept, and no partial line', () => {
  const output = new PassThrough();
  const tail = tailOf(output);
  output.emit('data', `${'token'.repeat(250_000)}\n`);
  expect(tail.lines()).toEqual([]);
  output.emit('data', 'last\n');
  expect(tail.lines()).toEqual(['last']);
});
