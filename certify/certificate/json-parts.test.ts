import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withReplacedParts } from './json-parts.ts';

const unchanged = {
  key: (text: string) => text,
  text: (_: readonly string[], text: string) => text,
  number: (_: readonly string[], written: string) => written,
};

test('parts that are not replaced stay as they were written', () => {
  for (const json of ['{ "a" :[1.50,-2e3 ,"\\u00e9\\"\\\\"],\n"a":{},"b":null}', '"one"', '[]', '12', 'true']) {
    expect(withReplacedParts(json, unchanged)).toBe(json);
  }
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(withReplacedParts(json, unchanged)).toBe(json);
    }),
  );
});

test('each text and number comes with the fields that it stands in', () => {
  const json = '{"a":{"b":["x",{"c":1}],"a":"y"},"d":["z"],"e":"\\"{"}';
  const seen: string[] = [];
  const replaced = withReplacedParts(json, {
    key: (text) => (text === 'e' ? 'f' : text),
    text(names, text) {
      seen.push(`${names.join('/')} ${text}`);
      return text === 'y' ? 'a "quoted" one' : text;
    },
    number(names, written) {
      seen.push(`${names.join('/')} ${written}`);
      return '2';
    },
  });
  expect(seen).toEqual(['a/b x', 'a/b/c 1', 'a/a y', 'd z', 'e "{']);
  expect(JSON.parse(replaced)).toEqual({ a: { b: ['x', { c: 2 }], a: 'a "quoted" one' }, d: ['z'], f: '"{' });
});
