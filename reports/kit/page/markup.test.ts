import { expect, test } from 'vitest';
import { markup } from './markup.ts';

test('text that is put in is escaped, for attributes too, and made printable', () => {
  expect(markup`<a title="${`"'<&>`}">${'\u001b[0m\u202e'}</a>`.text).toBe(
    '<a title="&quot;&#39;&lt;&amp;&gt;">\\u{1b}[0m\\u{202e}</a>',
  );
});

test('markup that is put in stays markup, one by one and in lists', () => {
  const items = ['a', '<'].map((each) => markup`<li>${each}</li>`);
  expect(markup`<ul>${items}</ul>${7}`.text).toBe('<ul><li>a</li><li>&lt;</li></ul>7');
});
