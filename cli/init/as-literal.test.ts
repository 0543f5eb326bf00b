import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asLiteral } from './as-literal.ts';

test('keys need no quotes where they are names, and short values stand in one line', () => {
  expect(asLiteral({ name: "d'Ávila", 'First Name': 'x', list: [1, null, true], nothing: undefined, none: {} })).toBe(
    `{ name: "d'Ávila", 'First Name': 'x', list: [1, null, true], none: {} }`,
  );
  expect(asLiteral({ long: 'x'.repeat(60), other: { text: 'y'.repeat(60) } })).toBe(
    `{\n  long: '${'x'.repeat(60)}',\n  other: { text: '${'y'.repeat(60)}' },\n}`,
  );
});

test('a key that would set the prototype is computed', () => {
  expect(asLiteral(JSON.parse('{"__proto__": {"0": true}}'))).toBe(`{ ['__proto__']: { '0': true } }`);
});

test('what is written reads as what was given', async () => {
  const value = fc.jsonValue({ noUnicodeString: false });
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      const text = encodeURIComponent(`export default ${asLiteral({ given })}`);
      const module: { default: { given: unknown } } = await import(`data:text/javascript,${text}`);
      expect(JSON.stringify(module.default.given)).toBe(JSON.stringify(given));
    }),
    { numRuns: 50 },
  );
});
