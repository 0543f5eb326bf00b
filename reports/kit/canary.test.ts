import { expect, test } from 'vitest';
import { canaryFor } from './canary.ts';

const secret = 'sk_live/9+Zq~"7 é';
const sweep = canaryFor([
  { env: 'TOKEN', value: secret },
  { env: 'KEY', value: 'plain-access-key' },
]);

const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  ['plain', secret],
  ['inside other text', `<<${secret}>>`],
  ['in JSON', JSON.stringify({ token: secret })],
  ['in JSON that escapes slashes', JSON.stringify({ token: secret }).replaceAll('/', '\\/')],
  ['URL-encoded', encodeURIComponent(secret)],
  ['URL-encoded with lower-case digits', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
  ['as a form value', encodeURIComponent(secret).replaceAll('%20', '+')],
  ['base64', base64(secret)],
  ['base64, one byte in', base64(`:${secret}:`)],
  ['base64, two bytes in', base64(`a:${secret}`)],
  ['base64 for URLs', Buffer.from(`user:${secret}`).toString('base64url')],
  ['in hexadecimal digits', Buffer.from(secret).toString('hex')],
  ['in an HTML page', `<p>${secret.replaceAll('"', '&quot;')}</p>`],
  ['in an HTML page of entities', [...secret].map((letter) => `&#${letter.charCodeAt(0)};`).join('')],
  ['in JSON that escapes everything', [...secret].map((letter) => `\\u00${hex(letter)}`).join('')],
])('a secret is found %s, and the file stays JSON', (_, text) => {
  const { clean, replaced } = sweep(JSON.stringify({ body: text }));
  expect(replaced).toBe(1);
  expect(JSON.parse(clean)).toEqual({ body: expect.stringMatching(/«TOKEN( in \w+)?»/) });
});

test('every occurrence is counted, of every secret, names of headers included', () => {
  expect(sweep('{"x-plain-access-key":"plain-access-key"}')).toEqual({ clean: '{"x-«KEY»":"«KEY»"}', replaced: 2 });
});

test('what holds no secret stays as it is', () => {
  const innocent = JSON.stringify({
    text: 'plain-access key, sk_live, c2tf',
    list: [1, null],
    nested: { TOKEN: 'KEY' },
  });
  expect(sweep(innocent)).toEqual({ clean: innocent, replaced: 0 });
});

test('a secret so short that it may occur by chance leaves a file as it is', () => {
  expect(canaryFor([{ env: 'SHORT', value: 'pass' }])('{"outcome":"pass"}').replaced).toBe(0);
});
