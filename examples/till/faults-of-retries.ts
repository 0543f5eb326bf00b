import type { Body, Call, Purpose, Reply } from './call.ts';
import { bodies, calls, type Deviations, must, repeated, ringsAnother, should } from './deviating.ts';
import { voucherPath } from './drafts.ts';
import type { Manners } from './manners.ts';

const isTrouble = ({ status }: Reply): boolean => status === 0 || status === 429 || status >= 500;
const once = (...purposes: Purpose[]): Partial<Manners> => ({
  tries: (reply, { purpose }) => isTrouble(reply) && !purposes.includes(purpose),
});
const never: Partial<Manners> = { tries: () => false };

/** The read that shows what became of a write. */
const readOf = ({ purpose, about }: Call): string =>
  purpose === 'remove person' ? `/customers/external/${encodeURIComponent(about)}` : voucherPath(about);

/** Follows each failed write for a purpose with a lookup, and sends it again only if `isDue` says so. */
export const looksUpLost = (purpose: Purpose, isDue: (shown: Reply) => boolean): Partial<Manners> => ({
  ...calls(purpose, (call) => {
    if (call.attempt % 2 === 1) return;
    Object.assign(call, { method: 'GET', path: readOf(call) });
    delete call.body;
    delete call.headers['content-type'];
  }),
  tries: (reply, call) => isTrouble(reply) || (call.purpose === purpose && call.method === 'GET' && isDue(reply)),
});
const newIdOnRepeats = (purpose: Purpose): Partial<Manners> =>
  bodies(purpose, (body, { attempt }) => attempt > 1 && { externalId: `${body.externalId}-${attempt}` });

/** Sends an order again that was refused with 400, changed. */
const changedAfterRefusal = (change: (body: Body) => Body | undefined) => (): Partial<Manners> => {
  const refused = new Set<string>();
  return {
    ...bodies('send sale', (body, { about }) => refused.has(about) && change(body)),
    understands(reply, { purpose, about }) {
      if (purpose === 'send sale' && reply.status === 400) refused.add(about);
      return reply;
    },
    tries: (reply, { purpose, attempt }) =>
      isTrouble(reply) || (purpose === 'send sale' && reply.status === 400 && attempt < 3),
  };
};

/** More requests than any partner needs. */
const flood = 20_100;
const floods = (purpose: Purpose, status: number): Partial<Manners> => ({
  also: (call, reply) => (call.purpose === purpose && reply.status === status ? Array<Call>(flood).fill(call) : []),
});

/** Faults of retries. */
export const faultsOfRetries: Deviations = {
  'floods with refused orders': should('sends an order thousands of times that was refused with 422', 'S195').by(
    floods('send sale', 422),
  ),
  'floods with the first page': should('reads the first page of a list thousands of times', 'S224').by(
    floods('read list', 200),
  ),
  'floods with registrations': must('registers its webhook thousands of times', 'S033 S156').by(
    floods('register receiver', 200),
  ),
  'gives up on a 503': must('does not repeat what a gateway answered with 503', 'S196').by({
    tries: (reply) => isTrouble(reply) && reply.status !== 503,
  }),
  'retries without a pause': should('repeats a request at once that the platform could not take', 'S224').by({
    pauseMs: () => 0,
  }),
  'repeats sooner than it is asked to': should(
    'repeats after a third of a second what was answered 429 with `Retry-After`',
    'S224',
  ).by({ pauseMs: (attempt, baseMs) => baseMs * (attempt === 1 ? 0.3 : 2 ** attempt) }),
  'new order id on repeats': must('repeats an order with another `externalId`', 'S040').by(newIdOnRepeats('send sale')),
  'new cart id on repeats': must('repeats an abandoned cart with another `externalId`', 'S040').by(
    newIdOnRepeats('send basket'),
  ),
  'new store id on repeats': must('repeats a store with another `externalId`', 'S040').by(
    newIdOnRepeats('send branch'),
  ),
  'new coupon id on repeats': must('repeats a coupon with another `externalId`', 'S035 S053').by(
    newIdOnRepeats('register voucher'),
  ),
  'new coupon code on repeats': must('repeats a coupon with another code', 'S055').by(
    repeated('register voucher', (body, { attempt }) => ({ code: `${body.code}${attempt}` })),
  ),
  'new written id on repeats': must('repeats a write-back with another `externalId`', 'S035 S042').by(
    newIdOnRepeats('write back'),
  ),
  'new name on repeats': should('repeats a product with another name', 'S040').by(
    repeated('send item', (body, { attempt }) => ({ name: `${body.name} (${attempt})` })),
  ),
  'new phone on repeats': must('repeats a customer with another phone', 'S040').by(
    repeated('send person', (body, { attempt }) => ({ phone: `${String(body.phone).slice(0, -1)}${attempt}` })),
  ),
  'new order id when sent again': must(
    'gives an order another `externalId` when it is asked to send it again',
    'S040',
  ).by(ringsAnother('sale sent again')),
  'new store id when sent again': must(
    'gives a store another `externalId` when it is asked to send it again',
    'S040',
  ).by({
    takes(task, { ledger, newUuid }) {
      const card = task.what === 'card sent again' ? ledger.cards.get(task.card) : undefined;
      return card?.kind === 'branch'
        ? [{ what: 'card made', card: { ...card, id: `branch-${newUuid().slice(0, 8)}` } }]
        : [task];
    },
  }),
  'new cart id when sent again': must('gives a cart another `externalId` when it is asked to send it again', 'S040').by(
    {
      takes(task, { ledger, newUuid }) {
        const card = task.what === 'card sent again' ? ledger.cards.get(task.card) : undefined;
        return card?.kind === 'basket'
          ? [{ what: 'card made', card: { ...card, id: `basket-${newUuid().slice(0, 8)}` } }]
          : [task];
      },
    },
  ),
  'other provider when sent again': should('sends a product again without its `provider`', 'S040').by(
    bodies('send item', (body, { about }, { ledger }) => {
      if (ledger.serviceIds.has(`sent ${about}`)) delete body.provider;
      else ledger.serviceIds.set(`sent ${about}`, 'once');
    }),
  ),
  'another provider when sent again': must('sends a product again with another `provider`', 'S040').by(
    bodies('send item', (body, { about }, { ledger }) => {
      if (ledger.serviceIds.has(`sent ${about}`)) body.provider = 'warehouse';
      else ledger.serviceIds.set(`sent ${about}`, 'once');
    }),
  ),
  'tries nothing again': must('gives up on what was not answered at once', 'S196').by(never),
  'retries only lost calls': must('gives up on what was answered 500', 'S196').by({
    tries: ({ status }) => status === 0,
  }),
  'tries 500 alone': must('gives up on what was not answered', 'S039 S196').by({
    tries: ({ status }) => status >= 500,
  }),
  'tries orders once': must('gives up on orders that were not accepted at once', 'S196').by(once('send sale')),
  'tries payments once': must('gives up on payments that were not accepted at once', 'S196').by(once('settle sale')),
  'tries cancellations once': must('gives up on cancellations that were not accepted at once', 'S196').by(
    once('void sale'),
  ),
  'tries redemptions once': must('gives up on redemptions on orders that were not accepted at once', 'S154 S196').by(
    once('redeem on sale'),
  ),
  'tries coupons once': must('gives up on coupons that were not accepted at once', 'S196').by(
    once('register voucher', 'register shared voucher'),
  ),
  'tries marks once': must('gives up on marks of used coupons that were not accepted at once', 'S153 S196').by(
    once('mark as used'),
  ),
  'tries write-backs once': should('gives up on write-backs that were not accepted at once', 'S154 S196').by(
    once('write back'),
  ),
  'tries look-ups once': should('forgets coupons whose lookup was not answered at once', 'S154 S196').by(
    once('read voucher'),
  ),
  'tries customers once': must('gives up on customers that were not accepted at once', 'S196').by(
    once('send person', 'find person', 'change person'),
  ),
  'tries deletions once': must('gives up on deletions that were not accepted at once', 'S196').by(
    once('remove person', 'find person'),
  ),
  'reads a lost deletion and leaves it': must(
    'looks a customer up whose deletion was not accepted, finds the customer and does not delete it again',
    'S120 S196',
  ).by(looksUpLost('remove person', () => false)),
  'reads a lost mark and leaves it': must(
    'looks a coupon up whose mark was not accepted, finds it unused and does not mark it again',
    'S153 S196',
  ).by(looksUpLost('mark as used', () => false)),
  'tries stores once': must('gives up on stores that were not accepted at once', 'S196').by(once('send branch')),
  'tries carts once': must('gives up on carts that were not accepted at once', 'S196').by(once('send basket')),
  'tries products once': must('gives up on products that were not accepted at once', 'S196').by(once('send item')),
  'tries twice': must('gives up after two attempts', 'S196').by({
    tries: (reply, { attempt }) => isTrouble(reply) && attempt < 2,
  }),
  'repeats refusals': should('repeats what was refused with 400 or 422', 'S192 S195').by({
    tries: (reply, { attempt }) => isTrouble(reply) || ((reply.status === 400 || reply.status === 422) && attempt < 12),
  }),
  'repeats 403': should('repeats what was refused with 403', 'S159').by({
    tries: (reply, { attempt }) => isTrouble(reply) || (reply.status === 403 && attempt < 12),
  }),
  '500 as success': must('takes 500 for success', 'S196').by({
    understands: (reply) => (reply.status >= 500 ? { ...reply, status: 200 } : reply),
    tries: ({ status }) => status === 0,
  }),
  'silence as success': must('takes a lost answer for success', 'S039').by({
    understands: (reply) => (reply.status === 0 ? { ...reply, status: 200 } : reply),
  }),
  'other id after a refusal': should(
    'sends an order that was refused with 400 again under another `externalId`',
    'S040 S196',
  ).by(changedAfterRefusal((body) => ({ externalId: `${body.externalId}-R1` }))),
  'fewer fields after a refusal': should(
    'sends an order that was refused with 400 again without its items and its total',
    'S196',
  ).by(
    changedAfterRefusal((body) => {
      delete body.lineItems;
      delete body.grandTotal;
    }),
  ),
  'other total on repeats': should('repeats an order with another total', 'S040').by(
    repeated('send sale', (body, { attempt }) => ({ grandTotal: Number(body.grandTotal) + attempt })),
  ),
  'first status on repeats': must('repeats a payment with the status from before it', 'S076').by(
    repeated('settle sale', { status: 'on-hold' }),
  ),
  'no total on repeats': must('sends a failed order again with the total 0', 'S063').by(
    repeated('send sale', { grandTotal: 0 }),
  ),
  'no coupon on repeats': should('repeats an order without its `couponCode`', 'S154').by(
    repeated(['send sale', 'redeem on sale'], (body) => void delete body.couponCode),
  ),
  'no customer on repeats': must('repeats an order without its customer', 'S067').by(
    repeated('send sale', (body) => void delete body.buyer),
  ),
  'one field on repeats': must('repeats a mark of a used coupon without `awaitingOrder`', 'S153').by(
    repeated('mark as used', (body) => void delete body.awaitingOrder),
  ),
  'new order for a lost payment': must('creates another order when a payment was not accepted', 'S040 S124').by(
    calls('settle sale', (call) => {
      if (call.attempt < 2 || call.body === undefined) return;
      call.method = 'POST';
      call.path = '/orders';
      call.body.externalId = `${call.body.externalId}-paid`;
    }),
  ),
  'registers again on repeats of changes': must(
    'registers a second time when a change of the registration was not accepted',
    'S033 S156',
  ).by(
    calls('change receiver', (call) => {
      if (call.attempt < 2) return;
      call.method = 'POST';
      call.path = '/webhooks';
    }),
  ),
};
