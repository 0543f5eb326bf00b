import { expect, test } from 'vitest';
import { understoodFields } from './body-fields.ts';
import type { Meaning } from './words.ts';

const read = (message: unknown, among: readonly Meaning[], template: readonly string[] = []): string[] =>
  understoodFields({ message }, among, (path) => !template.includes(path.join('.'))).map(
    ({ path, meaning }) => `${path.join('.')} = ${meaning}`,
  );

const cart: Meaning[] = ['phone', 'address', 'customer', 'email', 'name', 'url', 'items', 'total'];
const webhook: Meaning[] = ['url', 'bearerToken'];

test.for<[message: string, among: Meaning[], fields: string[]]>([
  ['customerPhone should not be empty', cart, ['customerPhone = phone']],
  ['body.customerPhone is required', cart, ['customerPhone = phone']],
  ['"customer.mobile_phone" is required', cart, ['customer.mobile_phone = phone']],
  ['customerPhone: Required', cart, ['customerPhone = phone']],
  ['The field buyerEmail is missing', cart, ['buyerEmail = email']],
  ['cartItems must be an array', cart, ['cartItems = items']],
  ['E_MISSING:phone', cart, ['phone = phone']],
  ['phone', cart, ['phone = phone']],
  ['phone, address are required', cart, ['phone = phone', 'address = address']],
  ['Fields phone and address are required', cart, ['phone = phone', 'address = address']],
  ['contato deve ser um telefone válido', cart, ['contato = phone']],
  ['callbackAddress must be a URL', webhook, ['callbackAddress = url']],
  ['destino must be a valid https URL', webhook, ['destino = url']],
  ['sharedSecret must be a string', webhook, ['sharedSecret = bearerToken']],
  ['Invalid phone', cart, ['phone = phone']],
  ['colour must be red', cart, []],
])('of %j, init understands the fields', ([message, among, fields]) => {
  expect(read([message], among)).toEqual(fields);
});

test('a field that is already sent is left as it is', () => {
  expect(read(['callbackAddress must be a URL'], webhook, ['callbackAddress', 'URL'])).toEqual([]);
});
