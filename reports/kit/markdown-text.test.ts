import { expect, test } from 'vitest';
import { code, codeBlock, words } from './markdown-text.ts';

/** What CommonMark reads as code between runs of backticks of one length, and what stands around it. */
const readCode = (line: string): { inside: string[]; around: string } => {
  const inside: string[] = [];
  const around = line.replace(/(?<!`)(`+)(?!`)([\s\S]*?)(?<!`)\1(?!`)/g, (_, __, text: string) => {
    inside.push(/^ .*[^ ].* $/.test(text) ? text.slice(1, -1) : text);
    return '';
  });
  return { inside, around };
};

test.each(['plain', '`', '``a`', '` `` ```', 'a`b', ' spaces ', '<b>@octocat</b> | x', '\\', '$`x`$'])(
  'the code %j is read back as it was',
  (text) => {
    expect(readCode(code(text))).toEqual({ inside: [text], around: '' });
  },
);

test('code that would be empty says so, and long code is cut', () => {
  expect(code('')).toBe('`(empty)`');
  expect(code('x'.repeat(5_000_000))).toMatch(/^`x{600}… \(5000000 characters\)`$/);
});

test('no line ends the fence of a block', () => {
  const block = codeBlock('sh', ['echo ```` \n```', '~~~', '```']);
  expect(block.split('\n')).toEqual(['`````sh', 'echo ```` \\n```', '~~~', '```', '`````']);
});

test.each([
  ['**b** _i_ ~~s~~ # h', '\\*\\*b\\*\\* \\_i\\_ \\~\\~s\\~\\~ \\# h'],
  ['[x](y) ![z](w)', '\\[x\\]\\(y\\) \\!\\[z\\]\\(w\\)'],
  ['a | b', 'a \\| b'],
  ['WWW.evil.example', 'WWW<!-- -->.evil.example'],
  ['`a` ```', '&#96;a&#96; &#96;&#96;&#96;'],
  ['<b>&amp;', '&lt;b&gt;&amp;amp;'],
  ['ask @octocat about #1', 'ask @<!-- -->octocat about \\#<!-- -->1'],
  ['https://evil.example :smile: Rules: lists', 'https:<!-- -->//evil.example :<!-- -->smile: Rules: lists'],
])('%j is written as plain words', (text, written) => {
  expect(words(text)).toBe(written);
});
