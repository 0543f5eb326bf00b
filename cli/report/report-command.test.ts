import { expect, test } from 'vitest';
import { formats } from '../../reports/formats/formats.ts';
import { mustBeReadable } from './report-command.ts';

test('a page is not printed to a terminal, and the message says where it can go', () => {
  expect(() => mustBeReadable(formats.html, true)).toThrow(/--out.*> report\.html.*selo show/);
  expect(() => mustBeReadable(formats.html, false)).not.toThrow();
  expect(() => mustBeReadable(formats.markdown, true)).not.toThrow();
});
