import { looksDeletedUp } from './customers.ts';
import { type Deviations, must, should, underAnotherId } from './deviating.ts';
import { type Entry, isTask } from './entries.ts';
import type { Manners } from './manners.ts';

type What = Entry['what'];

const finishedIn = (entries: readonly Entry[]): Set<number> =>
  new Set(entries.flatMap((entry) => (entry.what === 'finished' ? [entry.task] : [])));

/** The entries, with the waiting tasks of these kinds counted as finished; of all kinds without any. */
export const withoutWaiting = (entries: readonly Entry[], kinds: readonly What[] = []): Entry[] => {
  const finished = finishedIn(entries);
  const waiting = entries.filter(
    (entry) => isTask(entry) && !finished.has(entry.number) && (kinds.length === 0 || kinds.includes(entry.what)),
  );
  return [...entries, ...waiting.map(({ number }): Entry => ({ number, what: 'finished', task: number }))];
};

/** Counts waiting tasks as finished after a restart. */
export const loses = (...kinds: What[]): Partial<Manners> => ({
  replays: (entries) => withoutWaiting(entries, kinds),
});
/** Begins tasks some time after their action, and counts those that wait as finished after a restart. */
const losesFresh = (...kinds: What[]): Partial<Manners> => ({
  ...loses(...kinds),
  startsAfterMs: ({ what }) => (kinds.includes(what) ? lateMs : 0),
});
const lateMs = 400;
const forgets = (...kinds: What[]): Partial<Manners> => ({
  replays: (entries) => {
    const gone = new Set(entries.filter(({ what }) => kinds.includes(what)).map(({ number }) => number));
    return entries.filter((entry) => !gone.has(entry.number) && !(entry.what === 'finished' && gone.has(entry.task)));
  },
});
/** Repeats finished tasks after a restart. */
export const repeats = (...kinds: What[]): Partial<Manners> => ({
  replays: (entries) => {
    const again = new Set(entries.filter(({ what }) => kinds.includes(what)).map(({ number }) => number));
    return entries.filter((entry) => !(entry.what === 'finished' && again.has(entry.task)));
  },
});
const losesSecrets = (...kinds: What[]): Partial<Manners> => ({
  replays: (entries) =>
    entries.map(
      (entry): Entry => ('secret' in entry && kinds.includes(entry.what) ? { ...entry, secret: 'lost' } : entry),
    ),
});

/** Faults of restarts. */
export const faultsOfRestarts: Deviations = {
  'loses all that waits': must('loses all waiting tasks when it is started again', 'S154 S178 S012').by(loses()),
  'loses waiting notifications': must('loses notifications that wait when it is started again', 'S178 S180 S012').by(
    loses('notice came'),
  ),
  'loses waiting orders': must('loses orders that wait when it is started again', 'S016 S196').by(loses('sale rung')),
  'loses waiting payments': must('loses payments that wait when it is started again', 'S076 S196').by(
    loses('sale settled'),
  ),
  'loses waiting cancellations': must('loses cancellations that wait when it is started again', 'S078 S196').by(
    loses('sale voided'),
  ),
  'loses waiting redemptions': must('loses redemptions that wait when it is started again', 'S154').by(
    loses('sale redeemed'),
  ),
  'loses waiting coupons': must('loses coupons that wait to be registered when it is started again', 'S133').by(
    loses('voucher issued'),
  ),
  'loses waiting marks': must('loses marks of used coupons that wait when it is started again', 'S153').by(
    loses('voucher marked'),
  ),
  'loses waiting customers': must('loses customers that wait when it is started again', 'S040').by(
    loses('card made', 'person changed', 'person removed'),
  ),
  'loses waiting records': must(
    'loses customers, products, stores and carts that wait when it is started again',
    'S040',
  ).by(loses('card made')),
  'loses new orders': must('loses orders that it has not begun to send when it is started again', 'S016').by(
    losesFresh('sale rung'),
  ),
  'loses new changes of orders': must(
    'loses payments and cancellations that it has not begun to send when it is started again',
    'S076 S078',
  ).by(losesFresh('sale settled', 'sale voided')),
  'loses new redemptions': must('loses redemptions that it has not begun to send when it is started again', 'S154').by(
    losesFresh('sale redeemed'),
  ),
  'loses new coupons': must('loses coupons that it has not begun to register when it is started again', 'S133').by(
    losesFresh('voucher issued'),
  ),
  'loses new marks': must(
    'loses marks of used coupons that it has not begun to send when it is started again',
    'S153',
  ).by(losesFresh('voucher marked')),
  'loses new customers': must('loses customers that it has not begun to send when it is started again', 'S040').by(
    losesFresh('card made'),
  ),
  'loses new changes of customers': must(
    'loses changes of customers that it has not begun to send when it is started again',
    'S119',
  ).by(losesFresh('person changed')),
  'loses new deletions': must(
    'loses deletions of customers that it has not begun to send when it is started again',
    'S120',
  ).by(losesFresh('person removed')),
  'forgets codes': must('forgets on a start which codes it has seen', 'S180').by(
    forgets('notice came', 'voucher kept', 'voucher gone'),
  ),
  'forgets that codes came': must(
    'forgets on a start which notifications it has seen, and makes another coupon for a repeat',
    'S180',
  ).by({ ...forgets('notice came'), recalls: () => undefined }),
  'forgets used coupons': should('forgets on a start which coupons were used', 'S046 S047').by({
    replays: (entries) =>
      entries.flatMap((entry): Entry[] => {
        if (['voucher marked', 'voucher spent', 'sale redeemed'].includes(entry.what)) return [];
        if (entry.what !== 'sale rung') return [entry];
        const { code: _, ...sale } = entry.sale;
        return [{ ...entry, sale }];
      }),
    looksUp: () => false,
  }),
  'forgets put coupons': should('forgets on a start which coupons were used by an order that existed', 'S046 S087').by({
    replays(entries) {
      const finished = finishedIn(entries);
      return entries.flatMap((entry): Entry[] => {
        if (entry.what === 'voucher spent') return [];
        return entry.what === 'sale redeemed' && finished.has(entry.number) ? [] : [entry];
      });
    },
    looksUp: () => false,
  }),
  'forgets used coupons of its own': should('forgets on a start which of its own coupons were used', 'S046 S047').by({
    replays(entries) {
      const own = new Set(
        entries.flatMap((entry) =>
          entry.what === 'voucher issued' && entry.voucher.origin === 'registered' ? [entry.voucher.code] : [],
        ),
      );
      const finished = finishedIn(entries);
      return entries.flatMap((entry): Entry[] => {
        if (entry.what === 'voucher spent' && own.has(entry.code)) return [];
        if (entry.what !== 'sale rung' || !finished.has(entry.number) || !own.has(entry.sale.code ?? ''))
          return [entry];
        const { code: _, ...sale } = entry.sale;
        return [{ ...entry, sale }];
      });
    },
    looksUp: () => false,
  }),
  'forgets marks': should('forgets on a start which coupons were marked as used', 'S046 S153').by({
    replays(entries) {
      const finished = finishedIn(entries);
      const isMark = ({ what, number }: Entry): boolean => what === 'voucher marked' && finished.has(number);
      return entries.filter((entry) => entry.what !== 'voucher spent' && !isMark(entry));
    },
    looksUp: () => false,
  }),
  'forgets its secret': must(
    'makes another secret on a start, and refuses notifications with the registered one',
    'S166 S175 S176',
  ).by(losesSecrets('receiver wanted', 'receiver changed')),
  'trusts everyone after a start': should('accepts notifications without a bearer after a start', 'S175').by({
    ...losesSecrets('receiver wanted', 'receiver changed'),
    trusts: (authorization, { secrets }) =>
      secrets.includes('lost') || secrets.some((secret) => authorization === `Bearer ${secret}`),
  }),
  'forgets a changed secret': must('knows only the first secret after a start', 'S166 S175 S176').by(
    losesSecrets('receiver changed'),
  ),
  'registers on every start': must('registers its receiver on every start', 'S033 S156 S223').by({
    onStart: ({ newUuid }) => [{ what: 'receiver wanted', secret: newUuid() }],
  }),
  'sends all orders again under other ids': must(
    'sends its orders again under other ids when it is started again',
    'S040',
  ).by({
    onStart: (scene) =>
      [...scene.ledger.sales.values()]
        .slice(-2)
        .map((sale) => ({ what: 'sale rung', sale: underAnotherId(sale, scene) })),
  }),
  'sends first states again': should('sends on a start what its orders were when they were created', 'S029 S076').by(
    repeats('sale rung'),
  ),
  'sends deleted customers again': must(
    'sends all customers again on a start, also those that were deleted',
    'S120 S040',
  ).by(repeats('card made')),
  'sends customers again that it looked up as deleted': must(
    'looks up whether a deletion took effect, and sends all customers again on a start',
    'S120 S040',
  ).by({ ...repeats('card made'), also: looksDeletedUp }),
  'pays all open orders': must('marks every order that awaits its payment as paid on a start', 'S076 S077').by({
    onStart: ({ ledger }) =>
      [...ledger.sales.values()]
        .filter(({ phase }) => phase === 'open')
        .map(({ id }) => ({ what: 'sale settled', sale: id })),
  }),
  'pays canceled orders': must('marks orders that were canceled as paid on a start', 'S078').by({
    onStart: ({ ledger }) =>
      [...ledger.sales.values()]
        .filter(({ phase }) => phase === 'voided')
        .slice(-2)
        .map(({ id }) => ({ what: 'sale settled', sale: id })),
  }),
  'cancels open orders': must('cancels the orders that await their payment on a start', 'S077 S078').by({
    onStart: ({ ledger }) =>
      [...ledger.sales.values()]
        .filter(({ phase }) => phase === 'open')
        .map(({ id }) => ({ what: 'sale voided', sale: id })),
  }),
  'registers coupons again': must('registers its last coupon again on a start, under another id', 'S035 S053').by({
    onStart: ({ ledger, newUuid }) =>
      [...ledger.vouchers.values()]
        .filter(({ origin }) => origin === 'registered')
        .slice(-1)
        .map((voucher) => ({ what: 'voucher issued', voucher: { ...voucher, id: `V-${newUuid().slice(0, 8)}` } })),
  }),
  'marks the last coupon': must('marks its last coupon as used on a start', 'S153').by({
    onStart: ({ ledger }) =>
      [...ledger.vouchers.keys()]
        .filter((code) => !ledger.spent.has(code))
        .slice(-1)
        .map((code) => ({ what: 'voucher marked', code })),
  }),
  'writes other ids back': must('writes other ids back for coupons that it has, on a start', 'S042 S154').by({
    onStart: ({ ledger, newUuid }) =>
      [...ledger.vouchers.values()]
        .filter(({ origin }) => origin === 'flow')
        .slice(-2)
        .flatMap((voucher) => {
          const notice = ledger.notices.get(voucher.code);
          return notice === undefined
            ? []
            : [
                { what: 'voucher kept', voucher: { ...voucher, id: `V-${newUuid().slice(0, 8)}` } } as const,
                { what: 'notice came', notice } as const,
              ];
        }),
  }),
  'counts from 1 again': must('counts its orders from 1 again on a start', 'S035 S040').by(() => {
    let count = 0;
    return { names: (kind) => (kind === 'sale' ? `T1-${++count}` : undefined) };
  }),
  'counts coupons from 1 again': must('counts the ids of coupons from 1 again on a start', 'S035 S042').by(() => {
    let count = 0;
    return { names: (kind) => (kind === 'kept voucher' ? `V-${++count}` : undefined) };
  }),
  'removes the last customer': must('deletes its last customer at the platform on a start', 'S120').by({
    onStart: ({ ledger }) =>
      [...ledger.cards.values()]
        .filter(({ kind }) => kind === 'person')
        .slice(-1)
        .map(({ id }) => ({ what: 'person removed', card: id })),
  }),
  'refuses notifications after a start': must('answers notifications after a start with 500', 'S176').by(() => {
    let isStarted = false;
    return {
      onStart() {
        isStarted = true;
        return [];
      },
      answers: () => (isStarted ? { status: 500, isDropped: true } : { status: 200 }),
    };
  }),
  'forgets when coupons begin': should('forgets on a start from when on coupons are valid', 'S050').by({
    replays: (entries) =>
      entries.map((entry) => {
        if (entry.what !== 'voucher kept') return entry;
        const { startsAt: _, ...voucher } = entry.voucher;
        return { ...entry, voucher };
      }),
  }),
  'totals in cents after a start': must(
    'takes the totals of its journal for cents when it is started again',
    'S063',
  ).by({
    replays: (entries) =>
      entries.map((entry) =>
        entry.what === 'sale rung' ? { ...entry, sale: { ...entry.sale, total: entry.sale.total * 100 } } : entry,
      ),
  }),
};
