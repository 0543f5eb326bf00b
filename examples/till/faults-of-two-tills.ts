import { isBody, isOk } from './call.ts';
import { apart, bodies, calls, type Deviations, leavesOut, must, should } from './deviating.ts';
import { voucherPath } from './drafts.ts';
import type { Sale } from './entries.ts';
import { type Manners, usualManners } from './manners.ts';

const everyoneAtOnce = (): Partial<Manners> => {
  let lane = 0;
  return { lane: () => `lane ${++lane}` };
};
const comparesCodes = (same: (a: string, b: string) => boolean): Partial<Manners> => ({
  wasReceived: ({ code }, { ledger }) => [...ledger.notices.keys()].some((known) => same(known, code)),
});
const remembers = (count: number): Partial<Manners> => ({
  recalls: () => undefined,
  wasReceived: ({ code }, { ledger }) => [...ledger.notices.keys()].slice(-count).includes(code),
});
const busy = 8;

/** Faults of two actions at the same time. */
export const faultsOfTwoTills: Deviations = {
  'no order at all': must('performs all waiting tasks at once, whatever record they are about', 'S076 S086').by(
    everyoneAtOnce,
  ),
  'two coupons for one code': must(
    'makes two coupons when a notification is repeated while it is processed',
    'S180',
  ).by(() => ({
    ...everyoneAtOnce(),
    wasReceived: ({ code }, { ledger }) => ledger.vouchers.has(code) || ledger.gone.has(code),
  })),
  'order ids by the clock': must('gives orders that are created at once the same `externalId`', 'S035 S040').by({
    names: (kind, { now }) => (kind === 'sale' ? `T1-${Math.floor(now() / 50)}` : undefined),
  }),
  'coupon ids by the clock': must('gives coupons that come at once the same id', 'S035 S042').by({
    names: (kind, { now }) => (kind === 'kept voucher' ? `V-${Math.floor(now() / 50)}` : undefined),
  }),
  'drops notifications when busy': must('drops notifications while others wait', 'S176 S180').by({
    answers: (_notice, _isRepeat, { ledger }) => ({ status: 200, isDropped: ledger.waiting.size > busy }),
  }),
  'answers 503 when busy': must('answers notifications with 503 while others wait', 'S176').by({
    answers: (_notice, _isRepeat, { ledger }) =>
      ledger.waiting.size > busy ? { status: 503, isDropped: true } : { status: 200 },
  }),
  'drops notifications in trouble': must('drops notifications while its requests fail', 'S176 S180').by(() => {
    let isFailing = false;
    return {
      understands(reply) {
        isFailing = reply.status === 0 || reply.status >= 500;
        return reply;
      },
      answers: () => ({ status: 200, isDropped: isFailing }),
    };
  }),
  'forgets changes that a list does not show': must(
    'forgets a change that waits when a list shows the customer without it',
    'S119',
  ).by(() => {
    const listed = new Set<unknown>();
    return {
      also(call, { body }) {
        const data = call.purpose === 'read list' && Array.isArray(body.data) ? body.data : [];
        for (const shown of data) if (isBody(shown)) listed.add(shown.externalId);
        return [];
      },
      ...leavesOut('change person', ({ about, attempt }) => attempt > 1 && listed.has(about)),
    };
  }),
  'slow when busy': should('answers notifications late while others wait', 'S176 S221').by({
    answers: (_notice, _isRepeat, { ledger }) =>
      ledger.waiting.size > busy ? { status: 200, afterMs: 6000 } : { status: 200 },
  }),
  'values of the last coupon when busy': must(
    'keeps the values of the coupon before when two come at once',
    'S154 S186',
  ).by(() => {
    let last: Parameters<Manners['keeps']>[0] | undefined;
    return {
      keeps(voucher, _coupon, { ledger }) {
        const { amount, least } = ledger.waiting.size > 1 && last !== undefined ? last : voucher;
        last = voucher;
        return { ...voucher, amount, least };
      },
    };
  }),
  'writes to the last code when busy': must('writes ids back to the code that came last', 'S136 S042').by(
    calls('write back', (call, { ledger }) => {
      const last = [...ledger.notices.keys()].at(-1) ?? call.about;
      call.path = voucherPath(last);
    }),
  ),
  'codes without case': must('takes codes that differ in case for one', 'S043 S180').by(
    comparesCodes((a, b) => a.toLowerCase() === b.toLowerCase()),
  ),
  'codes by their beginning': must('takes codes with the same first seven characters for one', 'S043 S180').by(
    comparesCodes((a, b) => a.slice(0, 7) === b.slice(0, 7)),
  ),
  'codes without signs as one': must('takes codes that differ in special characters for one', 'S043 S180').by(
    comparesCodes((a, b) => a.replaceAll(/\W/g, '') === b.replaceAll(/\W/g, '')),
  ),
  'one coupon an order': must('takes notifications by their order, and those without one for repeats', 'S180 S183').by({
    wasReceived: ({ orderId, code }, { ledger }) =>
      [...ledger.notices.values()].some((known) => known.orderId === orderId || known.code === code),
  }),
  'remembers for a second': must('takes a notification again after a second, and makes another coupon', 'S180').by(
    () => {
      const seenAt = new Map<string, number>();
      return {
        recalls: () => undefined,
        wasReceived({ code }, { now }) {
          const atMs = seenAt.get(code);
          seenAt.set(code, now());
          return atMs !== undefined && now() - atMs < 1000;
        },
      };
    },
  ),
  'remembers ten codes': must('remembers the last ten codes', 'S180').by(remembers(10)),
  'no memory of codes': must('makes a coupon for each notification', 'S180').by({
    recalls: () => undefined,
    wasReceived: () => false,
  }),
  'looks up for each notification': should('looks a coupon up for each repeat of its notification', 'S180').by({
    wasReceived: () => false,
  }),
  'reads a coupon for each notification': should('reads a coupon again when its notification is repeated', 'S180').by(
    () => {
      const written = new Set<string>();
      return {
        wasReceived: () => false,
        understands(reply, { purpose, method, about }) {
          if (purpose === 'write back' && method === 'PUT' && isOk(reply)) written.add(about);
          return reply;
        },
        ...calls('write back', (call) => {
          if (!written.has(call.about)) return;
          Object.assign(call, { method: 'GET', path: voucherPath(call.about) });
          delete call.body;
        }),
      };
    },
  ),
  'body of the newest order': must(
    'sends the items and the customer of the newest order when another is paid',
    'S124',
  ).by(
    bodies('settle sale', (body, _call, { ledger }) => {
      const newest = [...ledger.sales.values()].at(-1);
      if (newest !== undefined) Object.assign(body, { buyer: newest.buyer, grandTotal: newest.total });
    }),
  ),
  'id of the newest order': must('sends the `externalId` of the newest order when another is paid', 'S066 S124').by(
    bodies(['settle sale', 'void sale'], (_body, _call, { ledger }) => ({
      externalId: [...ledger.sales.keys()].at(-1),
    })),
  ),
  'both tills use a coupon': should('uses a coupon at both tills', 'S046 S047').by({
    refuses: ({ code, least, endsAt }, total, { ledger, now }) => {
      const isUsed = [...ledger.sales.values()].some((sale) => sale.code === code && now() - sale.soldAtMs > 40);
      return isUsed || total < least || (endsAt !== null && Date.parse(endsAt) <= now()) ? 'no' : undefined;
    },
    looksUp: () => false,
  }),
  'both tills look before they use': should(
    'checks a coupon before it looks it up, and not again when it uses it',
    'S046 S047',
  ).by({ checksAgain: () => false }),
  'two coupons for two notifications at once': must(
    'takes notifications of one coupon that come in the same moment for new ones',
    'S180',
  ).by(() => {
    const seenAt = new Map<string, number>();
    return {
      ...apart('notice came'),
      wasReceived({ code }, { ledger, now }) {
        const isNow = seenAt.get(code) === now();
        if (!ledger.notices.has(code)) seenAt.set(code, now());
        return ledger.notices.has(code) && !isNow;
      },
    };
  }),
  'forgets uses while it writes ids back': should(
    'forgets that a coupon was used while its id was written back',
    'S046 S047',
  ).by(() => {
    const unused = new Set<string>();
    return {
      ...apart('notice came'),
      looksUp: () => false,
      call(call, { ledger }) {
        if (call.purpose === 'write back' && !ledger.spent.has(call.about)) unused.add(call.about);
        return call;
      },
      also({ purpose, about }, _reply, { ledger }) {
        if (purpose === 'write back' && unused.delete(about)) ledger.spent.delete(about);
        return [];
      },
    };
  }),
  'writes whole coupons back': should(
    'writes a coupon back as it was when it was looked up, with `used`',
    'S154 S135',
  ).by(() => ({ ...apart('notice came'), ...bodies('write back', { used: false }) })),
  'refuses coupons at work': should('refuses a coupon while its notification is processed', 'S154').by(() => ({
    ...apart('notice came'),
    refuses: (voucher, total, scene, way) =>
      [...scene.ledger.waiting.values()].some(
        (task) => task.what === 'notice came' && task.notice.code === voucher.code,
      )
        ? `${voucher.code} is at work`
        : usualManners.refuses(voucher, total, scene, way),
  })),
  'forgets payments while it sends orders': should(
    'forgets what happened to an order while it was sent first',
    'S076 S086',
  ).by(() => {
    const sent = new Map<string, Sale>();
    return {
      call(call, { ledger }) {
        const sale = ledger.sales.get(call.about);
        if (call.purpose === 'send sale' && sale !== undefined && !ledger.serviceIds.has(`sale ${sale.id}`))
          sent.set(sale.id, { ...sale });
        return call;
      },
      also({ purpose, about }, _reply, { ledger }) {
        const sale = purpose === 'send sale' ? sent.get(about) : undefined;
        if (sale !== undefined) ledger.sales.set(about, sale);
        sent.delete(about);
        return [];
      },
    };
  }),
  'older change of a customer last': must('sends two changes of a customer at once in reverse order', 'S119').by(() => {
    const waiting = new Map<string, unknown[]>();
    return {
      takes(task) {
        if (task.what === 'person changed')
          waiting.set(task.card, [...(waiting.get(task.card) ?? []), task.fields.lastName]);
        return [task];
      },
      ...bodies('change person', (body, { about, attempt }) => {
        const lastName = attempt === 1 ? waiting.get(about)?.pop() : undefined;
        if (lastName !== undefined) body.lastName = lastName;
      }),
    };
  }),
  'marks coupons before it registers them': must(
    'marks a coupon as used before its registration was accepted',
    'S153 S090',
  ).by(apart('voucher issued')),
  'removes the new registration': must('removes whatever is registered when a removal gets through', 'S138 S140').by(
    () => ({
      ...apart('receiver dropped'),
      ...calls('drop receiver', (_call, { ledger }) => ({ path: `/webhooks/${ledger.serviceIds.get('receiver')}` })),
    }),
  ),
  'payments before orders': should('sends a payment before the order that it is for', 'S124 S086').by({
    lane: (key, task) => (task.what === 'sale settled' || task.what === 'sale voided' ? `${key} change` : key),
  }),
  'newest of the waiting orders': must('repeats an order only if no other was made since', 'S196').by(
    leavesOut(
      'send sale',
      ({ about, attempt }, { ledger }) => attempt > 1 && [...ledger.sales.keys()].at(-1) !== about,
    ),
  ),
  'remembers forty codes': must('remembers the last forty codes', 'S180').by(remembers(40)),
};
