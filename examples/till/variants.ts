import type { Body } from './call.ts';
import { customersByReference } from './customers.ts';
import {
  as,
  bodies,
  buyers,
  calls,
  cardWrites,
  type Deviations,
  headers,
  leavesOut,
  legal,
  lines,
  saleWrites,
  without,
  withoutHeader,
} from './deviating.ts';
import { repeats } from './faults-of-restarts.ts';
import type { Manners } from './manners.ts';

const dates = ['rungAt', 'leftAt', 'expiryDate'];
const inUtc = (value: unknown): string => new Date(String(value)).toISOString();
const text = (form: (body: Body) => string): Partial<Manners> =>
  // other variants may change the body until it is sent
  calls('every', (call) => call.body !== undefined && { text: () => form(call.body ?? {}) });
const contentType = (name: string): Partial<Manners> =>
  headers('every', (sent) => sent['content-type'] !== undefined && { 'content-type': name });
const mobile = (form: (phone: string) => string): Partial<Manners> =>
  // a customer that is named by a reference has none
  buyers(['send sale', 'send basket'], (buyer) => typeof buyer.mobile === 'string' && { mobile: form(buyer.mobile) });
const query = (change: (query: Record<string, string>) => Record<string, string>): Partial<Manners> =>
  calls('read list', (call) => ({ query: change(call.query ?? {}) }));
const ids = (id: (kind: string, uuid: string) => string): Partial<Manners> => ({
  names: (kind, { newUuid }) => (kind === 'code' || kind === 'shared voucher' ? undefined : id(kind, newUuid())),
});

/** Unusual and correct deviations. */
export const variants: Deviations = {
  'keys the other way round': legal('sends the fields of a body in the opposite order').by(
    text((body) => JSON.stringify(Object.fromEntries(Object.entries(body).reverse()))),
  ),
  'indented JSON': legal('indents its JSON').by(text((body) => `${JSON.stringify(body, null, '\t')}\r\n`)),
  'escaped letters': legal('escapes all letters beyond ASCII in JSON').by(
    text((body) =>
      JSON.stringify(body).replace(
        /[\u0080-\uffff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  ),
  'escaped slashes': legal('escapes slashes in JSON').by(text((body) => JSON.stringify(body).replaceAll('/', '\\/'))),
  'numbers with an exponent': legal('writes numbers with an exponent').by(
    text((body) => JSON.stringify(body).replace(/(?<=":)(\d+)(?=[,}])/g, '$1e0')),
  ),
  'numbers with decimals': legal('writes totals and amounts with two decimals').by(
    text((body) =>
      JSON.stringify(body).replace(/(?<="(?:grandTotal|amount|unitPrice|minPurchaseValue)":)(\d+)(?=[,}])/g, '$1.00'),
    ),
  ),
  'charset in the content type': legal('names the charset in the content type').by(
    contentType('application/json; charset=UTF-8'),
  ),
  'content type in capitals': legal('writes the content type as `Application/JSON`').by(
    contentType('Application/JSON'),
  ),
  'content type on all': legal('sends a content type on GET and DELETE as well').by(
    headers('every', { 'content-type': 'application/json' }),
  ),
  'names of headers in capitals': legal('writes the names of headers in capitals').by(
    headers('every', (sent) => {
      for (const [name, value] of Object.entries(sent)) {
        delete sent[name];
        sent[name.toUpperCase()] = value;
      }
    }),
  ),
  'further headers': legal('sends further headers, such as request ids and languages').by(
    headers('every', (_sent, { attempt }) => ({
      accept: 'application/json',
      'accept-language': 'pt-BR',
      'x-request-id': `r-${attempt}`,
      'cache-control': 'no-cache',
    })),
  ),
  'another user agent': legal('names itself as a browser does').by(
    headers('every', { 'user-agent': 'Mozilla/5.0 (compatible; Caixa/9; +https://example.com)' }),
  ),
  'no user agent': legal('does not name itself').by(withoutHeader('every', 'user-agent')),
  'dates in UTC': legal('sends dates in UTC').by(as('every', dates, inUtc)),
  'dates with a colonless zone': legal('sends dates with the zone as `-0300`').by(
    as('every', dates, (value) => String(value).replace('-03:00', '-0300')),
  ),
  'dates in another zone': legal('sends dates in the time of Manaus').by(
    as(
      'every',
      dates,
      (value) => `${new Date(Date.parse(String(value)) - 4 * 3_600_000).toISOString().slice(0, 19)}-04:00`,
    ),
  ),
  'dates with +00:00': legal('sends dates in UTC with `+00:00`').by(
    as('every', dates, (value) => inUtc(value).replace('Z', '+00:00')),
  ),
  'dates to the microsecond': legal('sends dates with six decimals').by(
    as('every', dates, (value) => String(value).replace('-03:00', '.123456-03:00')),
  ),
  'dates without seconds': legal('sends dates to the minute').by(
    as('every', dates, (value) => String(value).replace(/:\d\d-03:00$/, '-03:00')),
  ),
  'filters in Brasília time': legal('sends the filters of lists in Brasília time').by(
    query(({ after = '', updatedAt, ...rest }) => {
      const local = (value: string): string =>
        `${new Date(Date.parse(value) - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`;
      return { ...rest, after: local(after), ...(updatedAt === undefined ? {} : { updatedAt: local(updatedAt) }) };
    }),
  ),
  'filters in +00:00': legal('sends the filters of lists with `+00:00`').by(
    query(({ after = '', ...rest }) => ({ ...rest, after: after.replace('Z', '+00:00') })),
  ),
  'reads from before': legal('reads lists from a day before the one that was asked for').by(
    query(({ after = '', ...rest }) => ({ ...rest, after: new Date(Date.parse(after) - 86_400_000).toISOString() })),
  ),
  'reads all that changed': legal('reads all of a list, also where it is asked for what has changed').by(
    query(({ updatedAt: _, ...rest }) => rest),
  ),
  'seven records a page': legal('asks for seven records a page').by(query((asked) => ({ ...asked, pageSize: '7' }))),
  'one record a page': legal('asks for one record a page').by(query((asked) => ({ ...asked, pageSize: '1' }))),
  'filters with a plus unescaped': legal('sends the plus of a zone in filters unescaped').by(
    calls('read list', (call) => {
      const { after = '', ...rest } = call.query ?? {};
      call.path = `${call.path}?after=${after.replace('Z', '+00:00')}&${new URLSearchParams(rest)}`;
      delete call.query;
    }),
  ),
  'reads to an empty page': legal('reads lists until a page is empty').by({
    nextPage: ({ page, got }) => (got > 0 ? page + 1 : undefined),
  }),
  'pages from the last to the first': legal(
    'reads the first page, then the others from the last one on, then any page that is new',
  ).by({
    nextPage({ page, totalPages, got }) {
      if (page > totalPages) return got > 0 ? page + 1 : undefined;
      if (page === 1) return totalPages > 1 ? totalPages : page + 1;
      return page === 2 ? totalPages + 1 : page - 1;
    },
  }),
  'reads the last page twice': legal('reads each page of a list twice').by({
    also: (call, { status }) => (call.purpose === 'read list' && status === 200 ? [call] : []),
  }),
  'reads orders by their id': legal('reads an order by its id once it knows it').by({
    also: (call, { body }) =>
      call.purpose === 'read sale' && typeof body.id === 'string' ? [{ ...call, path: `/orders/${body.id}` }] : [],
  }),
  'looks up by order': legal('looks coupons up by their order, where they have one').by(
    calls('read voucher', (call, { ledger }) => {
      const orderId = ledger.notices.get(call.about)?.orderId ?? null;
      if (orderId !== null) call.path = `/coupons/order/${orderId}`;
    }),
  ),
  'looks up by id': legal('looks coupons up by code, and by id as well').by({
    also: (call, { status }, { ledger }) => {
      const notice = ledger.notices.get(call.about);
      return call.purpose === 'read voucher' && status === 200 && notice !== undefined
        ? [{ ...call, path: `/coupons/${notice.couponId}` }]
        : [];
    },
  }),
  'reads back what it wrote': legal('looks a coupon up by its own id once that is set').by({
    also: (call, { status }) =>
      call.purpose === 'write back' && status === 200
        ? [{ ...call, method: 'GET', path: `/coupons/external/${encodeURIComponent(String(call.body?.externalId))}` }]
        : [],
  }),
  'writes back by id': legal('writes ids back to `PUT /coupons/:id`').by(
    calls('write back', (call, { ledger }) => {
      const notice = ledger.notices.get(call.about);
      if (notice !== undefined) call.path = `/coupons/${notice.couponId}`;
    }),
  ),
  'writes back twice': legal('writes each id back twice').by({
    also: (call, { status }) => (call.purpose === 'write back' && status === 200 ? [call] : []),
  }),
  'ids as UUIDs': legal('gives its records UUIDs').by(ids((_kind, uuid) => uuid)),
  'ids of digits': legal('gives its records ids of digits').by(
    ids((_kind, uuid) => String(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16))),
  ),
  'ids with signs': legal('gives its records ids with slashes, spaces and letters beyond ASCII').by(
    ids((kind, uuid) => `${kind}/nº ${uuid.slice(0, 13)} ?&%`),
  ),
  'ids of 255 characters': legal('gives its records ids of 255 characters').by(
    ids((kind, uuid) => `${kind}-${uuid}-`.padEnd(255, 'ç')),
  ),
  'changes alone': legal('sends only what has changed of an order').by(
    without(['settle sale', 'void sale', 'redeem on sale'], 'till', 'rungAt', 'buyer', 'grandTotal', 'lineItems'),
  ),
  'changes without ids': legal('sends changes without `externalId`').by(
    without(['settle sale', 'void sale', 'redeem on sale', 'change person'], 'externalId'),
  ),
  'customers by reference': legal('sends customers first, and orders that name them by id').by(
    // the same id with and without the country
    customersByReference((phone) => `P-${phone.replaceAll(/\D/g, '').slice(-11)}`),
  ),
  'address in one line': legal('sends addresses as one string').by(
    buyers([...saleWrites, 'send basket'], { residence: 'Rua Augusta 100, São Paulo' }),
  ),
  'phones with signs': legal('sends phones with spaces and punctuation').by(
    mobile((phone) => `+55 (${phone.slice(-11, -9)}) ${phone.slice(-9, -4)}-${phone.slice(-4)}`),
  ),
  'phones without a plus': legal('sends phones without the plus').by(mobile((phone) => phone.replace('+', ''))),
  'no items': legal('sends orders without `lineItems`').by(without('send sale', 'lineItems')),
  'empty items': legal('sends orders with no items').by(bodies('send sale', { lineItems: [] })),
  'no total': legal('sends null as the total').by(bodies('send sale', { grandTotal: null })),
  'nulls for nothing': legal('sends null for what it does not have').by(
    bodies([...saleWrites, ...cardWrites], (body) => ({
      note: null,
      discount: null,
      couponCode: body.couponCode ?? null,
    })),
  ),
  'fields of its own': legal('sends fields that the platform does not know').by(
    bodies('every', { source: 'till', tags: ['a', 1, null], meta: { shift: 2 } }),
  ),
  'coupons that await an order': legal('registers coupons that await the next order').by(
    without('register voucher', 'awaitingOrder'),
  ),
  'coupons for ever': legal('registers coupons that never expire').by({
    takes: (task) =>
      task.what === 'voucher issued' ? [{ ...task, voucher: { ...task.voucher, endsAt: null } }] : [task],
  }),
  'createOnProvider false': legal('sends `createOnProvider` false').by(
    bodies('register voucher', { createOnProvider: false }),
  ),
  'codes with signs': legal('gives its coupons codes with special characters').by({
    names: (kind, { newUuid }) => (kind === 'code' ? `Café/${newUuid().slice(0, 8)} 10%+` : undefined),
  }),
  'marks by id': legal('marks notified coupons as used at `PUT /coupons/:id`').by(
    calls('mark as used', (call, { ledger }) => {
      const notice = ledger.notices.get(call.about);
      if (notice !== undefined) call.path = `/coupons/${notice.couponId}`;
    }),
  ),
  'on hold first': legal('creates every order on hold, and pays it afterwards').by({
    takes: (task) =>
      task.what === 'sale rung' && task.sale.phase === 'settled'
        ? [
            { what: 'sale rung', sale: { ...task.sale, phase: 'open' } },
            { what: 'sale settled', sale: task.sale.id },
          ]
        : [task],
  }),
  'sends orders twice': legal('sends each order twice').by({
    also: (call, { status }) => (call.purpose === 'send sale' && status === 200 ? [call] : []),
  }),
  'longer pauses': legal('waits longer before it repeats a call').by({
    pauseMs: (attempt, baseMs) => baseMs * 10 * attempt,
  }),
  'one at a time': legal('sees to one record at a time').by({ lane: () => 'one' }),
  'answers 201': legal('answers notifications with 201').by({ answers: () => ({ status: 201 }) }),
  'answers 204': legal('answers notifications with 204').by({ answers: () => ({ status: 204 }) }),
  'answers after a second': legal('answers notifications after a second').by({
    answers: () => ({ status: 202, afterMs: 1000 }),
  }),
  'no bearer registered': legal('registers no bearer').by({
    ...without(['register receiver', 'change receiver'], 'bearerToken'),
    trusts: () => true,
  }),
  'checks nothing of coupons': legal('does not read what it registered').by(
    leavesOut('read voucher back', ({ about }, { ledger }) =>
      ['registered', 'shared'].includes(ledger.vouchers.get(about)?.origin ?? ''),
    ),
  ),
  'fractions of quantities': legal('sells parts of a kilogram').by(
    lines(['send sale', 'send basket'], { quantity: 0.333 }),
  ),
  'forgets what it wrote back': legal('writes ids back again when it is started again').by(repeats('notice came')),
};
