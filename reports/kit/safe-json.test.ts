import { expect, test } from 'vitest';
import { safeJson } from './safe-json.ts';

test.each(['\u001b[31m', '\u009b2J', '\u202egpj.exe', '</script><!--', '\u{e0041}', '\u2028', 'Olá 用户 🎟', '\n\t"\\'])(
  '%j is read back as it was, from a text that holds nothing to act on',
  (text) => {
    const json = safeJson({ [text]: text });
    expect(JSON.parse(json)).toEqual({ [text]: text });
    expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<]/u);
  },
);

test('half of a surrogate pair becomes the sign for what cannot be shown', () => {
  expect(JSON.parse(safeJson({ text: 'a\ud800b' }))).toEqual({ text: 'a\ufffdb' });
});
