import { expect, test } from 'vitest';
import type { Answer, Call } from '../platform/http/call.ts';
import { answersOtherwise, callsTo, readsOtherwise, withBody, withQuery } from './broken-handling.ts';

const call = (method: string, path: string, body = ''): Call => ({
  method,
  path,
  segments: path.split('/').slice(1),
  query: new URLSearchParams({ page: '1' }),
  headers: {},
  body,
});
const ok: Answer = { status: 200, body: {} };

test('a route fits its method, its length and its fixed parts', () => {
  const fits = callsTo('GET /customers/phone/:phone');
  expect(fits(call('GET', '/customers/phone/123'))).toBe(true);
  expect(fits(call('PUT', '/customers/phone/123'))).toBe(false);
  expect(fits(call('GET', '/customers/external/123'))).toBe(false);
  expect(fits(call('GET', '/customers/phone'))).toBe(false);
});

test('calls that do not fit are answered as before', async () => {
  const handle = answersOtherwise(callsTo('GET /a'), () => ({ status: 410, body: undefined }))(() => ok);
  expect(await handle(call('GET', '/a'))).toEqual({ status: 410, body: undefined });
  expect(await handle(call('GET', '/b'))).toBe(ok);
});

test('calls that are turned away stay turned away', async () => {
  const refused: Answer = { status: 403, body: 'page' };
  const handle = answersOtherwise(
    () => true,
    () => ok,
  )(() => refused);
  expect(await handle(call('GET', '/a'))).toBe(refused);
});

test('a call is taken for another without changing it', async () => {
  const seen: (string | null)[] = [];
  const original = call('GET', '/a');
  const handle = readsOtherwise(
    () => true,
    (sent) => withQuery(sent, { page: undefined, after: 'x' }),
  )(({ query }) => {
    seen.push(query.get('page'), query.get('after'));
    return ok;
  });
  await handle(original);
  expect(seen).toEqual([null, 'x']);
  expect(original.query.get('page')).toBe('1');
});

test('a body that is no object is left alone', () => {
  const change = (): Record<string, unknown> => ({ changed: true });
  expect(withBody(call('POST', '/a', '{"one":1}'), change).body).toBe('{"changed":true}');
  expect(withBody(call('POST', '/a', '{"one":'), change).body).toBe('{"one":');
});
