import type { Purpose } from './call.ts';
import {
  bodies,
  buyers,
  calls,
  type Deviations,
  leavesOut,
  must,
  putsOrdersAgain,
  ringsAnother,
  saleWrites,
  should,
  without,
} from './deviating.ts';
import type { Sale, Task } from './entries.ts';
import type { Manners, Scene } from './manners.ts';

type What = Task['what'];
const ignores = (...kinds: What[]): Partial<Manners> => ({
  takes: (task) => (kinds.includes(task.what) ? [] : [task]),
});

const others = ({ ledger }: Scene, id: string): Sale[] =>
  [...ledger.sales.values()].filter((sale) => sale.id !== id && ledger.serviceIds.has(`sale ${sale.id}`));
const orderPath = ({ ledger }: Scene, sale: Sale): string => `/orders/${ledger.serviceIds.get(`sale ${sale.id}`)}`;
/** Changes another order than the intended one. */
const onOther = (purpose: Purpose, choose: (sales: readonly Sale[]) => Sale | undefined): Partial<Manners> =>
  calls(purpose, (call, scene) => {
    const other = choose(others(scene, call.about));
    return other && { path: orderPath(scene, other) };
  });
/** Finds another customer than the intended one while a customer is changed or removed. */
const findsOther = (during: 'person changed' | 'person removed'): Partial<Manners> =>
  calls('find person', ({ about }, { ledger }) => {
    const other = [...ledger.cards.values()].findLast(({ kind, id }) => kind === 'person' && id !== about);
    const isDue = [...ledger.waiting.values()].some(({ what }) => what === during);
    return isDue && other && { path: `/customers/external/${encodeURIComponent(other.id)}` };
  });

/** Faults after several actions on one record. */
export const faultsOfStates: Deviations = {
  'parks orders that were refused': must('sends no change of an order after one that was refused', 'S078 S196').by(
    () => {
      const parked = new Set<string>();
      return {
        also(call, { status }) {
          if (saleWrites.includes(call.purpose) && status >= 400 && status < 429) parked.add(call.about);
          return [];
        },
        ...leavesOut(saleWrites, ({ about }) => parked.has(about)),
      };
    },
  ),
  'pays the newest order': must('puts a payment on the newest order in place of the paid one', 'S124 S076').by(
    onOther('settle sale', (sales) => sales.at(-1)),
  ),
  'pays the first order': must('puts a payment on the first order of the day', 'S124 S076').by(
    onOther('settle sale', ([first]) => first),
  ),
  'pays the order before': must('puts a payment, with its own `externalId`, on the order before', 'S124 S066').by(
    calls('settle sale', ({ about, body }, scene) => {
      const other = others(scene, about).at(-1);
      return other && { path: orderPath(scene, other), body: { ...body, externalId: other.id } };
    }),
  ),
  'cancels the newest order': must('cancels the newest order in place of the one that was canceled', 'S124 S078').by(
    onOther('void sale', (sales) => sales.at(-1)),
  ),
  'cancels the last paid order': must('cancels the last order that was paid', 'S124 S078').by(
    onOther('void sale', (sales) => sales.findLast(({ phase }) => phase === 'settled')),
  ),
  'redeems on the newest order': must(
    'puts a coupon on the newest order in place of the one that uses it',
    'S124 S154',
  ).by(onOther('redeem on sale', (sales) => sales.at(-1))),
  'puts orders again as they were': must('sends an order again by `PUT` in the status that it had first', 'S076').by(
    putsOrdersAgain((statuses) => statuses[0]),
  ),
  'puts canceled orders again as paid': must(
    'sends an order that was paid and canceled again by `PUT` as paid',
    'S078',
  ).by(putsOrdersAgain((statuses) => (statuses.includes('completed') ? 'completed' : statuses.at(-1)))),
  'pays both': must('marks the order before as paid as well', 'S124 S076').by({
    takes: (task, scene) => {
      const before =
        task.what === 'sale settled' ? others(scene, task.sale).findLast(({ phase }) => phase === 'open') : undefined;
      return before === undefined ? [task] : [task, { what: 'sale settled', sale: before.id }];
    },
  }),
  'cancels both': must('cancels the order before as well', 'S124 S078').by({
    takes: (task, scene) => {
      const before = task.what === 'sale voided' ? others(scene, task.sale).at(-1) : undefined;
      return before === undefined ? [task] : [task, { what: 'sale voided', sale: before.id }];
    },
  }),
  'ignores payments': must('sends nothing when an order is paid', 'S076').by(ignores('sale settled')),
  'ignores cancellations': must('sends nothing when an order is canceled', 'S078').by(ignores('sale voided')),
  'ignores cancellations of paid orders': must('sends nothing when an order that was paid is canceled', 'S078').by({
    takes: (task, { ledger }) =>
      task.what === 'sale voided' && ledger.sales.get(task.sale)?.phase === 'settled' ? [] : [task],
  }),
  'ignores payments of processed orders': must(
    'sends nothing when an order that is `processing` is paid',
    'S076 S085',
  ).by(() => {
    const cooked = new Set<string>();
    return {
      takes(task) {
        if (task.what === 'sale rung' && task.sale.phase === 'kitchen') cooked.add(task.sale.id);
        return task.what === 'sale settled' && cooked.has(task.sale) ? [] : [task];
      },
    };
  }),
  'ignores payments after the first': must('sends only the first payment of an order', 'S076').by(() => {
    let paid = 0;
    return { takes: (task) => (task.what === 'sale settled' && ++paid > 1 ? [] : [task]) };
  }),
  'payments without a status': must('sends no `status` when an order is paid', 'S062 S076').by(
    without('settle sale', 'status'),
  ),
  'processing for paid': must('sends `processing` when an order is paid', 'S076 S079').by(
    bodies('settle sale', { status: 'processing' }),
  ),
  'completed for canceled': must('sends `completed` when an order is canceled', 'S078').by(
    bodies('void sale', { status: 'completed' }),
  ),
  'on hold for canceled': must('sends `on-hold` when an order is canceled', 'S078').by(
    bodies('void sale', { status: 'on-hold' }),
  ),
  'canceled for paid': must('sends `canceled` when an order is paid', 'S076 S078').by(
    bodies('settle sale', { status: 'canceled' }),
  ),
  'paid when created': must('sends `completed` for orders that await their payment', 'S076 S077').by(
    bodies('send sale', { status: 'completed' }),
  ),
  'on hold when created': must('sends `on-hold` for orders that are paid at once', 'S076 S077').by(
    bodies('send sale', { status: 'on-hold' }),
  ),
  'goes back to on hold': must('sends `on-hold` after the payment of an order', 'S076 S077').by({
    also: (call) => (call.purpose === 'settle sale' ? [{ ...call, body: { ...call.body, status: 'on-hold' } }] : []),
  }),
  'completes canceled orders': must('sends `completed` after the cancellation of an order', 'S078').by({
    also: (call) => (call.purpose === 'void sale' ? [{ ...call, body: { ...call.body, status: 'completed' } }] : []),
  }),
  'another order for a payment': must('creates a second order when one is paid', 'S040 S124').by(
    ringsAnother('sale settled', 'settled'),
  ),
  'another order for a cancellation': must('creates a second, canceled order when one is canceled', 'S040 S124').by(
    ringsAnother('sale voided', 'voided'),
  ),
  'other id on payments': must('sends another `externalId` when an order is paid', 'S035 S066').by(
    bodies('settle sale', (body) => ({ externalId: `${body.externalId}-paid` })),
  ),
  'another id with each change': must('sends another `externalId` with each change of an order', 'S035 S066').by(() => {
    let changes = 0;
    return bodies(['cook sale', 'settle sale', 'void sale'], (body) => ({
      externalId: `${body.externalId}-${++changes}`,
    }));
  }),
  'other phone on payments': must('sends another phone when an order is paid', 'S040 S067').by(
    buyers('settle sale', (buyer) => ({
      mobile: `${String(buyer.mobile).slice(0, -1)}${(Number(String(buyer.mobile).at(-1)) + 1) % 10}`,
    })),
  ),
  'no items on payments': should('empties the items of an order when it is paid', 'S065').by(
    bodies('settle sale', { lineItems: [] }),
  ),
  'an item less on payments': should('leaves out the first item of an order when it is paid', 'S065').by(
    bodies('settle sale', ({ lineItems }) => Array.isArray(lineItems) && { lineItems: lineItems.slice(1) }),
  ),
  'total of 0 on payments': should('sends a total of 0 when an order is paid', 'S023').by(
    bodies('settle sale', { grandTotal: 0 }),
  ),
  'sends old states again': should('sends an order as it was created when it is asked to send it again', 'S076').by(
    bodies(
      'send sale',
      (_body, { about }, { ledger }) => ledger.serviceIds.has(`sale ${about}`) && { status: 'on-hold' },
    ),
  ),
  'old coupon on payments': must('sends the code of the order before when an order is paid', 'S063 S152').by(
    bodies('settle sale', (body, { about }, { ledger }) => {
      const used = [...ledger.sales.values()].findLast(({ id, code }) => id !== about && code !== undefined);
      if (used?.code !== undefined) body.couponCode = used.code;
    }),
  ),
  'changes nothing of customers': must('sends a changed customer as it was', 'S119').by(leavesOut('change person')),
  'changes another customer': must('changes the customer before in place of the one that was changed', 'S119 S035').by(
    findsOther('person changed'),
  ),
  'deletes another customer': must('deletes the customer before in place of the one that was deleted', 'S120').by(
    findsOther('person removed'),
  ),
  'ignores deletions': must('deletes customers only in its own books', 'S120').by(ignores('person removed')),
  'looks up and does not delete': must('looks a customer up that was deleted, and leaves it at that', 'S120').by(
    leavesOut('remove person'),
  ),
  'creates customers for changes': must('sends a changed customer with `POST`', 'S040 S119').by(
    calls('change person', { method: 'POST', path: '/customers' }),
  ),
  'creates what was deleted again': must('creates a customer again once it was deleted', 'S120').by({
    also: (call, reply) =>
      call.purpose === 'remove person' && reply.status === 200
        ? [
            {
              ...call,
              purpose: 'send person',
              method: 'POST',
              path: '/customers',
              body: { externalId: call.about, phone: '+5511955554444', firstName: 'Ana' },
              headers: { ...call.headers, 'content-type': 'application/json' },
            },
          ]
        : [],
  }),
  'registers every other coupon': must('registers every other coupon that it is asked to', 'S013 S133').by(() => {
    let count = 0;
    return { call: (call) => (call.purpose === 'register voucher' && ++count % 2 === 0 ? undefined : call) };
  }),
  'registers no shared coupons': should('keeps shared coupons to itself', 'S134').by(
    leavesOut('register shared voucher'),
  ),
  'registers another code': must('registers coupons under another code than its own', 'S055').by(
    bodies('register voucher', (body) => ({ code: `${body.code}-X` })),
  ),
  'ignores changes of the registration': must('sends nothing when the registration is changed', 'S139').by(
    ignores('receiver changed'),
  ),
  'ignores removals of the registration': must('sends nothing when the registration is removed', 'S140').by(
    ignores('receiver dropped'),
  ),
};
