import { bodies, calls, type Deviations, must, renamed, saleWrites, should } from './deviating.ts';

const inCode = (change: (code: string) => string) =>
  calls(['read voucher', 'write back', 'look for voucher', 'read voucher back', 'mark as used'], (call) => ({
    path: `/coupons/code/${change(call.about)}`,
  }));

const accents = /[À-ÿ]/g;

/** Names of fields, JSON and paths. */
export const faultsOfFormats: Deviations = {
  coupon_code: must('sends `coupon_code`', 'S063 S121').by(
    renamed(['send sale', 'redeem on sale'], 'couponCode', 'coupon_code'),
  ),
  'external_id on orders': must('sends `external_id` of an order', 'S066 S040').by(
    renamed(saleWrites, 'externalId', 'external_id'),
  ),
  'externalID on stores': must('sends `externalID` of a store', 'S040').by(
    renamed('send branch', 'externalId', 'externalID'),
  ),
  'externalid on carts': must('sends `externalid` of an abandoned cart', 'S040').by(
    renamed('send basket', 'externalId', 'externalid'),
  ),
  'external_id on write-backs': should('writes `external_id` back', 'S136 S154').by(
    renamed('write back', 'externalId', 'external_id'),
  ),
  line_items: must('sends `line_items`', 'S065 S121').by(renamed(saleWrites, 'lineItems', 'line_items')),
  items: must('sends `items` in place of `lineItems`', 'S065 S121').by(renamed('send sale', 'lineItems', 'items')),
  'state for status': must('sends `state` in place of `status` when an order changes', 'S062').by(
    renamed(['settle sale', 'void sale'], 'status', 'state'),
  ),
  min_purchase: should('sends `minimumPurchase` of a coupon', 'S058').by(
    renamed('register voucher', 'minPurchaseValue', 'minimumPurchase'),
  ),
  'value for amount': must('sends `value` in place of `amount`', 'S057').by(
    renamed('register voucher', 'amount', 'value'),
  ),
  expiresAt: should('sends `expiresAt` in place of `expiryDate`', 'S059').by(
    renamed('register voucher', 'expiryDate', 'expiresAt'),
  ),
  isUsed: must('marks coupons as used with `isUsed`', 'S090 S153').by(renamed('mark as used', 'used', 'isUsed')),
  awaiting_order: must('marks coupons as used with `awaiting_order`', 'S090 S153').by(
    renamed('mark as used', 'awaitingOrder', 'awaiting_order'),
  ),
  'token for bearerToken': must('registers its secret as `token`', 'S138').by(
    renamed('register receiver', 'bearerToken', 'token'),
  ),
  'events in a list': must('registers `events` as an array', 'S138').by(
    bodies('register receiver', (body) => {
      body.events = [body.event];
      delete body.event;
    }),
  ),
  'orders in an envelope': should('sends orders as `{"order": …}`', 'S121').by(
    bodies('send sale', (body) => {
      const order = { ...body };
      for (const name of Object.keys(body)) delete body[name];
      body.order = order;
    }),
  ),
  'orders in a list': should('sends orders as an array of one', 'S121').by(
    calls('send sale', (call) => ({ text: JSON.stringify([call.body]) })),
  ),
  'JSON in JSON': must('sends changes as JSON in a JSON string', 'S093').by(
    calls(['settle sale', 'void sale'], (call) => ({ text: JSON.stringify(JSON.stringify(call.body)) })),
  ),
  'trailing comma': must('sends JSON with a comma after the last field', 'S096').by(
    calls('register voucher', (call) => ({ text: JSON.stringify(call.body).replace(/\}$/, ',}') })),
  ),
  'single quotes': must('sends JSON with single quotes', 'S096').by(
    calls('write back', (call) => ({ text: JSON.stringify(call.body).replaceAll('"', "'") })),
  ),
  'accents as single bytes': must('sends orders whose accents are single bytes, which are no UTF-8', 'S005').by(
    calls('send sale', (call) => ({ text: JSON.stringify(call.body).replaceAll(accents, '\ufffd') })),
  ),
  'accents encoded twice': should('encodes the accents of orders in UTF-8 twice', 'S005').by(
    calls('send sale', (call) => ({
      text: JSON.stringify(call.body).replaceAll(accents, (letter) => Buffer.from(letter).toString('latin1')),
    })),
  ),
  'form bodies': must('sends customers as a form', 'S093 S165').by(
    calls('send person', (call) => {
      const { externalId = '', phone = '' } = call.body ?? {};
      call.headers['content-type'] = 'application/x-www-form-urlencoded';
      call.text = String(new URLSearchParams({ externalId: String(externalId), phone: String(phone) }));
    }),
  ),
  'two documents': must('sends two JSON documents in one body', 'S096').by(
    calls('send basket', (call) => ({ text: `${JSON.stringify(call.body)}\n${JSON.stringify(call.body)}` })),
  ),
  'codes unescaped': should('writes codes into paths as they are', 'S130 S136').by(inCode((code) => code)),
  'codes escaped twice': should('escapes codes in paths twice', 'S130 S136').by(
    inCode((code) => encodeURIComponent(encodeURIComponent(code))),
  ),
  'codes in small letters': should('writes codes into paths in lowercase', 'S130 S136').by(
    inCode((code) => encodeURIComponent(code.toLowerCase())),
  ),
  'codes without signs': should('leaves special characters out of codes in paths', 'S130 S136').by(
    inCode((code) => encodeURIComponent(code.replaceAll(/[^\w-]/g, ''))),
  ),
  'ids as codes': should('looks coupons up by the id where the code belongs', 'S130').by(
    calls('read voucher', (call, { ledger }) => ({
      path: `/coupons/code/${ledger.notices.get(call.about)?.couponId}`,
    })),
  ),
  'codes as ids': must('writes back to `/coupons/:id` with the code', 'S135').by(
    calls('write back', (call) => ({ path: `/coupons/${encodeURIComponent(call.about)}` })),
  ),
  'own order ids in coupon lookups': must('looks coupons up by its own id of the order', 'S132 S187').by(
    calls('read voucher', (call, { ledger }) => {
      const { orderId } = ledger.notices.get(call.about) ?? {};
      const [sale] = [...ledger.serviceIds].filter(([, id]) => id === orderId).map(([of]) => of.slice('sale '.length));
      if (sale !== undefined) call.path = `/coupons/order/${encodeURIComponent(sale)}`;
    }),
  ),
  'own ids on changes of orders': must('changes orders under its own id', 'S124 S035').by(
    calls(['settle sale', 'void sale', 'redeem on sale'], (call) => ({
      path: `/orders/${encodeURIComponent(call.about)}`,
    })),
  ),
  'own ids on changes of customers': must('changes customers under its own id', 'S119 S035').by(
    calls('change person', (call) => ({ path: `/customers/${encodeURIComponent(call.about)}` })),
  ),
  'phones as ids': must('deletes customers under their phone', 'S120 S035').by(
    calls('remove person', (call, { ledger }) => {
      const phone = String(ledger.cards.get(call.about)?.fields.phone ?? '+5511900000000');
      call.path = `/customers/${encodeURIComponent(phone)}`;
    }),
  ),
  'PATCH on orders': must('changes orders with `PATCH`', 'S124').by(
    calls(['settle sale', 'void sale'], { method: 'PATCH' }),
  ),
  'POST on changes': must('changes customers with `POST /customers/:id`', 'S119').by(
    calls('change person', { method: 'POST' }),
  ),
  'service id as own id of coupons': must('writes the id of the service back as its own', 'S035 S042').by(
    bodies('write back', (_body, { about }, { ledger }) => ({ externalId: ledger.notices.get(about)?.couponId })),
  ),
  'order id as own id of coupons': should('writes the id of the order back as its id of the coupon', 'S035 S187').by(
    bodies('write back', (body, { about }, { ledger }) => ({
      externalId: ledger.notices.get(about)?.orderId ?? body.externalId,
    })),
  ),
  'code as own id of coupons': must('registers its coupons under their code in place of its own id', 'S035 S042').by(
    bodies('register voucher', ({ code }) => ({ externalId: code })),
  ),
  'orders in one path': should('creates orders at `PUT /orders`', 'S121').by(calls('send sale', { method: 'PUT' })),
  'shared coupons as single ones': should('registers shared coupons at `POST /coupons`', 'S134').by(
    calls('register shared voucher', { path: '/coupons' }),
  ),
  'single coupons as shared ones': should('registers coupons of a customer at `POST /coupons/shared`', 'S133 S134').by(
    calls('register voucher', { path: '/coupons/shared' }),
  ),
};
