import { expect, test } from 'vitest';
import { formats } from '../../reports/formats/formats.ts';
import { requireReadable } from './report-command.ts';

test('a page is not printed to a terminal, and the message says where it can go', () => {
  expect(() => requireReadable(formats.html, true)).toThrow(/--out.*> report\.html.*selo show/);
  expect(() => requireReadable(formats.html, false)).not.toThrow();
  expect(() => requireReadable(formats.markdown, true)).not.toThrow();
});
