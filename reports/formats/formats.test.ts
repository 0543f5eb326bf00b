import { expect, test } from 'vitest';
import { hostileResult } from '../test-hostile-result.ts';
import { formats } from './formats.ts';

const hostile = [
  ['bidirectional and zero-width marks', 'abc\u202egpj.exe\u2066\u200b\u{e0041}'],
  ['what a terminal obeys', '\u001b[31m\u001b]0;title\u0007\u009b2J\u0000\r\n'],
  ['the end of a script and a comment', '</script><script>alert(1)</script><!-- --><img src=x onerror=alert(1)>'],
  ['the end of a CDATA section', ']]> ]]]]>&amp;<a b="c">'],
  ['halves of surrogate pairs', 'a\ud800b\udc00'],
  ['fences, tables, links, mentions', '`` ```\n````\n| a | [x](javascript:1) @octocat #1 **b** $x$ <b>'],
  ['commands of a workflow', '\n::error::x\n::stop-commands::y\n%0A::add-mask::z'],
] as const;

const cases = hostile.flatMap(([what, text]) =>
  Object.entries(formats).map(([name, format]) => ({ what, text, name, format })),
);

test.each(cases)('as $name, $what are only text', async ({ text, format }) => {
  const rendered = await format.render(() => hostileResult(text));
  expect(rendered.isWellFormed()).toBe(true);
  // compared, not matched: what is printed of a failure stays short
  expect(rendered.search(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)).toBe(-1);
  if (/\.(json|har)$/.test(format.file)) {
    expect(() => JSON.parse(rendered)).not.toThrow();
    expect(rendered.includes('<')).toBe(false);
  }
});

const largeBody = hostileResult('x', 'y'.repeat(5_000_000));

test.each(Object.entries(formats).filter(([name]) => name !== 'har'))(
  'as %s, bodies of five megabytes are reported in few words',
  async (_, format) => {
    expect((await format.render(() => largeBody)).length).toBeLessThan(500_000);
  },
);

test('as HAR, bodies of five megabytes are whole', async () => {
  const rendered = await formats.har?.render(() => largeBody);
  expect(rendered?.length).toBeGreaterThan(10_000_000);
});
