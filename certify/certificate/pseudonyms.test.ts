import { expect, test } from 'vitest';
import type { PartnerRecord } from '../../suites/partner/record.ts';
import { pseudonymised } from './pseudonyms.ts';

const order = (phone: string, firstName: string) =>
  JSON.stringify({
    externalId: 'order-1',
    total: 99.5,
    customer: { phone, firstName, email: 'ana@shop.example', address: { street: 'Rua Um', city: 'Recife' } },
  });

const call = (number: number, path: string, body: string) => ({
  number,
  atMs: number,
  tookMs: 1,
  method: 'POST',
  path,
  headers: {},
  body,
  answer: { status: 200, body },
});

const record: PartnerRecord = {
  capabilities: ['orders'],
  timeScale: 1,
  receiverMs: 5_000,
  names: { accessHeader: 'service-access', webhookUrl: 'targetUrl' },
  calls: [
    call(1, '/orders', order('+5511987654321', 'Ana')),
    call(2, '/orders', order('+5511987654321', 'Ana')),
    call(3, '/orders', order('+55 11 91234-5678', 'Bia')),
    call(4, `/customers/phone/${encodeURIComponent('+5511987654321')}`, ''),
    call(5, '/orders', 'no JSON, but +5511987654321'),
  ],
  attempts: [],
  actions: [
    {
      number: 1,
      scenario: 's',
      action: 'create-order',
      parameters: { phone: '+5511987654321', total: 5 },
      fromMs: 0,
      toMs: 1,
      outcome: 'done',
    },
  ],
  coupons: [],
  states: [],
  faults: [],
};

interface Sent {
  externalId: string;
  total: number;
  customer: { phone: string; firstName: string; email: string; address: { street: string; city: string } };
}
const sentIn = ({ calls }: PartnerRecord, index: number): Sent => JSON.parse(calls[index]?.body ?? '') as Sent;

test('nothing of a customer is left, wherever it stood', () => {
  const text = JSON.stringify(pseudonymised(record));
  for (const value of ['5511987654321', '91234-5678', 'Ana', 'Bia', 'ana@shop.example', 'Rua Um']) {
    expect(text).not.toContain(value);
  }
});

test('the same customer stays the same, and another is another', () => {
  const clean = pseudonymised(record);
  const [first, second, third] = [0, 1, 2].map((index) => sentIn(clean, index).customer);
  expect(second).toEqual(first);
  expect(third?.phone).not.toBe(first?.phone);
  expect(third?.firstName).not.toBe(first?.firstName);
  expect(clean.calls[3]?.path).toBe(`/customers/phone/${encodeURIComponent(first?.phone ?? '')}`);
  expect(clean.actions[0]?.parameters).toEqual({ phone: first?.phone, total: 5 });
});

test('forms, and what tells nobody’s identity, stay as they are', () => {
  const clean = pseudonymised(record);
  expect(sentIn(clean, 0).customer.phone).toMatch(/^\+\d{13}$/);
  expect(sentIn(clean, 2).customer.phone).toMatch(/^\+\d\d \d\d \d{5}-\d{4}$/);
  expect(sentIn(clean, 0)).toMatchObject({
    externalId: 'order-1',
    total: 99.5,
    customer: { address: { city: 'Recife' } },
  });
});

test('two sessions give different pseudonyms', () => {
  expect(sentIn(pseudonymised(record), 0).customer).not.toEqual(sentIn(pseudonymised(record), 0).customer);
});
