import { expect, test } from 'vitest';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { judgePartner } from '../obligations/judge.ts';
import { isIsoDate } from '../obligations/model/date-forms.ts';
import { isPartOfPhone, isSamePhone } from '../obligations/model/named-fields.ts';
import { emptyRecord } from '../obligations/test-records/test-record.ts';
import { exampleShop, playWith } from '../session/example-session.ts';
import { pseudonymsFor } from './pseudonyms.ts';

const order = (phone: string, firstName: string) =>
  JSON.stringify({
    externalId: 'order-1',
    total: 99.5,
    customer: { phone, firstName, email: 'ana@shop.example', address: { street: 'Rua Um', city: 'Recife' } },
  });

const call = (number: number, path: string, body: string, headers: Record<string, string> = {}) => ({
  number,
  atMs: number,
  tookMs: 1,
  method: 'POST',
  path,
  headers,
  body,
  answer: { status: 200, body },
});

const action: PartnerRecord['actions'][number] = {
  number: 1,
  scenario: 's',
  action: 'create-order',
  parameters: {},
  fromMs: 0,
  toMs: 1,
  outcome: 'done',
};

const record: PartnerRecord = {
  ...emptyRecord(),
  calls: [
    call(1, '/orders', order('+5511987654321', 'Ana')),
    call(2, '/orders', order('+5511987654321', 'Ana')),
    call(3, '/orders', order('+55 11 91234-5678', 'Bia')),
    call(4, `/customers/phone/${encodeURIComponent('+5511987654321')}`, ''),
    call(5, '/orders', 'no JSON, but +5511987654321'),
  ],
  actions: [{ ...action, parameters: { phone: '+5511987654321', total: 5 } }],
};

/** Fixed, because a random salt may turn three letters into any name. */
const salt = new Uint8Array(32);

const cleaned = (): PartnerRecord => {
  const [clean] = pseudonymsFor([record], salt).records;
  if (clean === undefined) throw new Error('the record is gone');
  return clean;
};

interface Sent {
  externalId: string;
  total: number;
  customer: { phone: string; firstName: string; email: string; address: { street: string; city: string } };
}
const sentIn = ({ calls }: PartnerRecord, index: number): Sent => JSON.parse(calls[index]?.body ?? '') as Sent;

const withCalls = (...calls: PartnerRecord['calls']): PartnerRecord => ({ ...emptyRecord(), calls });

const cleanOf = (dirty: PartnerRecord): PartnerRecord => pseudonymsFor([dirty], salt).records[0] ?? dirty;

test('no data of a customer is left anywhere', () => {
  const text = JSON.stringify(cleaned());
  for (const value of ['5511987654321', '91234-5678', 'Ana', 'Bia', 'ana@shop.example', 'Rua Um', 'Recife']) {
    expect(text).not.toContain(value);
  }
});

test('equal customers stay equal, and different ones stay different', () => {
  const clean = cleaned();
  const [first, second, third] = [0, 1, 2].map((index) => sentIn(clean, index).customer);
  expect(second).toEqual(first);
  expect(third?.phone).not.toBe(first?.phone);
  expect(third?.firstName).not.toBe(first?.firstName);
  expect(clean.calls[3]?.path).toBe(`/customers/phone/${encodeURIComponent(first?.phone ?? '')}`);
  expect(clean.actions[0]?.parameters).toEqual({ phone: first?.phone, total: 5 });
});

test('the form of a value, and fields that identify nobody, are kept', () => {
  const clean = cleaned();
  expect(sentIn(clean, 0).customer.phone).toMatch(/^\+\d{13}$/);
  expect(sentIn(clean, 2).customer.phone).toMatch(/^\+\d\d \d\d \d{5}-\d{4}$/);
  expect(sentIn(clean, 0)).toMatchObject({ externalId: 'order-1', total: 99.5 });
});

test('letters that are encoded twice stay in a name, and its other letters do not', () => {
  const firstName = 'AraÃ§ari JosÃ©';
  const [shown] = cleanOf(withCalls(call(1, '/customers', JSON.stringify({ firstName })))).calls;
  expect((JSON.parse(shown?.body ?? '') as { firstName: string }).firstName).toMatch(
    /^(?!Ara)\w{3}Ã§\w{3} (?!Jos)\w{3}Ã©$/,
  );
});

test('a birthday becomes another day of the calendar in the same form, and a day that does not exist becomes none', () => {
  const dates = ['1984-03-22', '1984-03-22T00:00:00-03:00', '1984-13-45'];
  const calls = dates.map((birthDate, at) => call(at + 1, '/customers', JSON.stringify({ birthDate })));
  const names = { ...record.names, dates: ['birthDate'] };
  const { records } = pseudonymsFor([{ ...record, names, calls }], salt);
  const [alone, zoned, none] = records.flatMap((each) =>
    each.calls.map(({ body }) => (JSON.parse(body) as { birthDate: string }).birthDate),
  );
  expect(alone).not.toBe(dates[0]);
  expect(alone).toSatisfy(isIsoDate);
  expect(zoned).toBe(`${alone}T00:00:00-03:00`);
  expect(none).not.toSatisfy(isIsoDate);
});

test('a customer is the same in every part of a session', () => {
  const [one, other] = pseudonymsFor([record, { ...record, calls: record.calls.slice(1) }]).records;
  expect(one?.calls[1]?.body).toBe(other?.calls[0]?.body);
});

test('phones that are one, that are parts of another, or that differ in the area alone stay so', () => {
  const written = [
    ...['+5511987654321', '11987654321', '+55 (011) 98765-4321', '+555511987654321'],
    ...['987654321', '+55987654321', '+5521987654321', '1133334444', '+551133334444'],
  ];
  const phones = written.map((phone, index) => call(index + 1, '/customers', JSON.stringify({ phone })));
  const [clean] = pseudonymsFor([{ ...record, calls: phones, actions: [] }], salt).records;
  const shown = (clean?.calls ?? []).map(({ body }) => String((JSON.parse(body) as { phone: string }).phone));
  expect(shown).toHaveLength(written.length);
  for (const isRelated of [isSamePhone, isPartOfPhone]) {
    const related = (all: readonly string[]) => all.map((one) => all.map((other) => isRelated(one, other)));
    expect(related(shown)).toEqual(related(written));
  }
});

test('two sessions have different pseudonyms', () => {
  expect(pseudonymsFor([record]).records).not.toEqual(pseudonymsFor([record]).records);
});

test.for<[what: string, path: string, body: string, customers: string[]]>([
  ['a phone that is a number', '/customers', '{"phone":5511987654321}', ['87654321']],
  ['names of other fields', '/customers', '{"name":"Maria Silva","fullName":"Maria Silva"}', ['Maria', 'Silva']],
  ['a tax number', '/customers', '{"taxId":"123.456.789-00"}', ['123.456', '789-00']],
  ['a tax number that is a number', '/orders', '{"customer":{"cnpj":12345678000199}}', ['12345678000199']],
  ['digits of an unknown field', '/orders', '{"customer":{"loyalty":12345678901}}', ['12345678901']],
  [
    'an address',
    '/customers',
    '{"address":{"addressLine1":"Rua Um 12","city":"Recife","state":"Acre"}}',
    ['Rua', 'Recife', 'Acre'],
  ],
  ['an address that is one text', '/orders', '{"customer":{"address":"Rua Um, Recife"}}', ['Rua', 'Recife']],
  [
    'a house number and a place',
    '/orders',
    '{"billing_address":{"number":1234,"lat":-8.0578381}}',
    ['1234', '0578381'],
  ],
  [
    'a customer of a cart',
    '/abandoned-carts',
    '{"name":"Maria Silva","email":"m@x.example"}',
    ['Maria', 'm@x.example'],
  ],
  [
    'a form',
    '/orders',
    'customer%5BfirstName%5D=Carla+Dias&customer%5Bphone%5D=%2B5511955554444',
    ['Carla', 'Dias', '55554444'],
  ],
  [
    'broken JSON',
    '/orders',
    '{"customer":{"firstName":"Bruna","phone":"+5511955554444","address":{"street":"Rua Dois"}},}',
    ['Bruna', '55554444', 'Dois'],
  ],
  [
    'no JSON at all',
    '/orders',
    'Pedido de Carla Dias, +55 11 95555-4444, carla@x.example',
    ['Carla', 'Dias', '95555', 'carla@'],
  ],
  ['a body that is one text', '/customers', '"Maria Silva"', ['Maria']],
  [
    'JSON inside JSON',
    '/orders',
    JSON.stringify({ data: JSON.stringify({ customer: { firstName: 'Maria' } }) }),
    ['Maria'],
  ],
  ['a phone in a path', `/customers/phone/${encodeURIComponent('+5511966667777')}`, '', ['66667777']],
  ['a name in a path', '/customers/name/Maria%20Silva', '', ['Maria', 'Silva']],
  ['a tax number in a path', '/customers/cpf/12345678900', '', ['12345678900']],
  ['a name in a query', '/customers?page=1&name=Maria', '', ['Maria']],
])('%s is no customer’s any more', ([, path, body, customers]) => {
  const clean = cleanOf(withCalls(call(1, path, body)));
  expect(clean.calls).toHaveLength(1);
  for (const text of customers) expect(JSON.stringify(clean)).not.toContain(text);
});

test('a phone is the same one however and wherever it is written: headers, ids, states, words', () => {
  const phone = '+5511912340000';
  const { records, inWords } = pseudonymsFor([
    {
      ...withCalls(
        call(1, '/orders', JSON.stringify({ customer: { phone: '(11) 91234-0000', firstName: 'Dora' } }), {
          'x-customer-phone': phone,
        }),
        call(2, '/customers', JSON.stringify({ phone: 5_511_912_340_000, externalId: phone })),
      ),
      actions: [
        { ...action, id: phone, message: `no customer ${phone}` },
        { ...action, parameters: { id: phone } },
      ],
      states: [{ after: 1, atMs: 1, coupons: [{ code: 'A', id: 'dora@x.example', phone: '55 11 91234-0000' }] }],
      gone: [{ atMs: 1, how: `its last request: GET /customers/phone/${phone}, answered 200` }],
    },
  ]);
  const [clean] = records;
  const standIn = clean?.calls[0]?.headers['x-customer-phone'] ?? '';
  expect(standIn).toMatch(/^\+55\d{11}$/);
  expect(clean?.actions).toMatchObject([
    { id: standIn, message: `no customer ${standIn}` },
    { parameters: { id: standIn } },
  ]);
  expect(JSON.parse(clean?.calls[1]?.body ?? '')).toEqual({ phone: Number(standIn), externalId: standIn });
  expect(clean?.states[0]?.coupons[0]?.phone?.replace(/\D/g, '')).toBe(standIn.slice(1));
  expect(clean?.gone).toEqual([{ atMs: 1, how: `its last request: GET /customers/phone/${standIn}, answered 200` }]);
  expect(clean?.calls[0]?.body.replace(/\D/g, '')).toBe(standIn.slice(3));
  expect(inWords(`Dora of ${phone} broke off, dora@x.example`)).toMatch(
    new RegExp(`^(?!Dora)\\w{4} of \\${standIn} broke off, customer-\\w+@example.com$`),
  );
});

test('a coupon’s code that holds as many digits as a phone is the same one in bodies, actions, coupons and states', () => {
  const code = 'SHOP-581318884440';
  const dirty: PartnerRecord = {
    ...withCalls(
      call(1, '/coupons', JSON.stringify({ code })),
      call(2, `/coupons/code/${code}`, ''),
      // in a body that is no JSON, every long number may be somebody's
      call(3, '/coupons', `{"code":"${code}",}`),
    ),
    actions: [{ ...action, code, parameters: { code }, message: `registered ${code}` }],
    states: [{ after: 1, atMs: 1, coupons: [{ code, id: '1' }] }],
  };
  const digits = JSON.stringify(cleanOf(dirty)).match(/\d{12}/g);
  expect(digits).toHaveLength(9);
  expect(new Set(digits).size).toBe(1);
});

test('products and ids of records are kept', () => {
  const body = JSON.stringify({
    externalId: 'order-7',
    couponCode: 'GIFT-1',
    lineItems: [{ name: 'Coffee, 1 kg', price: 12.5, quantity: 2 }],
    customer: { id: '5d18b58b-e897-4bb3-8cd5-2205ebb8b85a', externalId: 'customer-7' },
  });
  const product = JSON.stringify({ name: 'Coffee, 1 kg', provider: 'shop' });
  const dirty = withCalls(
    call(1, '/orders', body),
    call(2, '/products', product),
    call(3, '/products?page=1&pageSize=50', ''),
  );
  expect(cleanOf(dirty)).toEqual(dirty);
});

test('equal bodies stay equal, and different ones stay different, even if only a space differs', () => {
  const bodies = ['{"phone":"1"}', '{ "phone":"1"}', '{"phone":"2"}', '{"phone":"1"}', '{"name":"A"', '{"name":"B"'];
  const clean = cleanOf(withCalls(...bodies.map((body, index) => call(index + 1, '/customers', body)))).calls;
  const groups = (texts: string[]): number[] => texts.map((text) => texts.indexOf(text));
  expect(groups(clean.map(({ body }) => body))).toEqual(groups(bodies));
});

test.for(['', 'form instead of JSON', 'phone as a number', 'malformed JSON'])(
  'verdicts are the same before and after: %s',
  async (fault) => {
    const { records } = await playWith(await exampleShop(fault === '' ? {} : { SHOP_FAULT: fault }), {
      only: ['registered', 'notified', 'order', 'sends-answered-400', 'own-coupon', 'customer', 'store', 'cart'],
      timeScale: 0.02,
    });
    // the messages quote what was sent
    const judged = (judgedRecords: readonly PartnerRecord[]) =>
      judgePartner(...judgedRecords).map(({ seen, ...verdict }) => ({ ...verdict, seen: seen.length }));
    const clean = pseudonymsFor(records).records;
    expect(judged(clean)).toEqual(judged(records));
    expect(JSON.stringify(clean)).not.toMatch(/Souza|Flores|customers\.example/);
  },
);
