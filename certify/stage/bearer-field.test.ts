import { expect, test } from 'vitest';
import { marks } from '../../core/partner-record.ts';
import { bearersIn, withoutBearers } from './bearer-field.ts';

const multipart = (value: string, head = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="bearerToken"${head}\r\n\r\n${value}\r\n--b--\r\n`;

test.for<[what: string, write: (bearer: string) => string]>([
  ['JSON', (bearer) => `{"event":"x","bearerToken": "${bearer}"}`],
  ['JSON at any depth', (bearer) => `{"data":[{"webhook":{"bearerToken":"${bearer}"}}]}`],
  ['a misspelled field', (bearer) => `{"bearer_token":"${bearer}"}`],
  ['a text in JSON that is JSON', (bearer) => JSON.stringify(`{"bearerToken":"${bearer}","event":"x"}`)],
  ['JSON with a comma too many', (bearer) => `{"targetUrl":"http://a/b?c=d&e=f","bearerToken":"${bearer}",}`],
  ['JSON that breaks off', (bearer) => `{"bearerToken":"${bearer}`],
  ['an object of JavaScript', (bearer) => `{ bearerToken: '${bearer}', event: 'x' }`],
  ['a form', (bearer) => `targetUrl=http%3A%2F%2Fa&bearerToken=${bearer}&event=x`],
  ['a form with nested names', (bearer) => `webhook%5BbearerToken%5D=${bearer}`],
  ['a multipart form', multipart],
  ['a multipart form with types', (bearer) => multipart(bearer, '\r\nContent-Type: text/plain')],
  ['XML', (bearer) => `<webhook><bearerToken>${bearer}</bearerToken>\n<event>x</event></webhook>`],
  ['lines', (bearer) => `event: x\nbearerToken: ${bearer}\n`],
])('a bearer is found in %s, and only the bearer is replaced', ([, write]) => {
  expect(bearersIn(write('abc'))).toEqual(['abc']);
  expect(withoutBearers(write('abc'))).toBe(write(marks.bearer));
});

test('a bearer is read as the platform reads it', () => {
  expect(bearersIn('{"bearerToken":" a\\/b\\u0063 "}')).toEqual(['a/bc']);
  expect(bearersIn('bearerToken=a%20b%2Fc')).toContain('a b/c');
  expect(bearersIn('{"bearerToken":["one","two"]}')).toEqual(['one', 'two']);
});

test('a number can be a bearer, and JSON stays JSON', () => {
  const body = '{"bearerToken": 1234,"total":1234}';
  expect(bearersIn(body)).toEqual(['1234']);
  expect(JSON.parse(withoutBearers(body))).toEqual({ bearerToken: marks.bearer, total: 1234 });
});

test.for([
  '{"bearerToken":null}',
  '{"bearerToken":""}',
  '{"bearerTokens":"abc","noBearerTokenHere":1}',
  '{"message":["\\"bearerToken\\" is wanting: a text belongs there"]}',
  `{"bearerToken":"${marks.token}… (cut)`,
])('%s stays as it is', (text) => {
  expect(withoutBearers(text)).toBe(text);
});

test('JSON that is nested deeper than the call stack is read', () => {
  expect(bearersIn(`${'['.repeat(100_000)}{"bearerToken":"abc"}${']'.repeat(100_000)}`)).toEqual(['abc']);
});
