import { bodies, calls, type Deviations, leavesOut, must, should, without } from './deviating.ts';
import { voucherPath } from './drafts.ts';
import type { Voucher } from './entries.ts';
import type { Manners } from './manners.ts';

const keepsAs = (
  change: (voucher: Voucher, coupon: Record<string, unknown>) => Partial<Voucher>,
): Partial<Manners> => ({
  keeps: (voucher, coupon) => ({ ...voucher, ...change(voucher, coupon) }),
});

const isOfOtherFlow = (one: Voucher, other: Voucher): boolean =>
  one.origin === 'flow' && one.mobile === other.mobile && one.type !== other.type;

/** Processing of a notified coupon. */
export const faultsOfCoupons: Deviations = {
  'marks with an empty id': must('sends an empty `externalId` when it marks a coupon as used', 'S042').by(
    bodies('mark as used', { externalId: '' }),
  ),
  'marks with null as id': must('sends null as `externalId` when it marks a coupon as used', 'S042').by(
    bodies('mark as used', { externalId: null }),
  ),
  'no look-up': must('creates coupons from the notification only', 'S154 S186').by(leavesOut('read voucher')),
  'terms of the other flow': must(
    'keeps a coupon with the terms of the coupon that its customer has from another flow',
    'S048 S154 S186',
  ).by({
    keeps(voucher, _coupon, { ledger }) {
      const other = [...ledger.vouchers.values()].findLast((each) => isOfOtherFlow(each, voucher));
      return other === undefined ? voucher : { ...voucher, least: other.least, combines: other.combines };
    },
  }),
  'terms of the newest flow': must(
    'gives a customer’s coupons of other flows the terms of the one that came last',
    'S048 S154 S186',
  ).by({
    keeps(voucher, _coupon, { ledger }) {
      const { least, combines } = voucher;
      for (const each of ledger.vouchers.values()) {
        if (isOfOtherFlow(each, voucher)) ledger.vouchers.set(each.code, { ...each, least, combines });
      }
      return voucher;
    },
  }),
  'keeps amounts of 10': must('keeps every coupon with an amount of 10', 'S154 S045 S186').by(
    keepsAs(() => ({ amount: 10 })),
  ),
  'keeps amounts below a thousand': must('keeps no amount above 999.99', 'S154 S045 S186').by(
    keepsAs(({ amount }) => ({ amount: Math.min(amount, 999.99) })),
  ),
  'keeps amounts without a cent': must(
    'keeps amounts in cents, cut after a multiplication in floating point',
    'S012 S045',
  ).by(keepsAs(({ amount }) => ({ amount: Math.trunc(amount * 100) / 100 }))),
  'keeps whole amounts': must('keeps amounts as whole numbers', 'S045 S154 S186').by(
    keepsAs(({ amount }) => ({ amount: Math.floor(amount) })),
  ),
  'keeps rounded amounts': must('keeps amounts with one decimal', 'S045 S154 S186').by(
    keepsAs(({ amount }) => ({ amount: Math.round(amount * 10) / 10 })),
  ),
  'keeps amounts in cents': must('keeps amounts in cents', 'S045 S154 S186').by(
    keepsAs(({ amount }) => ({ amount: amount * 100 })),
  ),
  'keeps percentages for values': must('keeps fixed values as percentages', 'S044 S154 S186').by(
    keepsAs(() => ({ type: 'percent' })),
  ),
  'keeps values for percentages': must('keeps percentages as fixed values', 'S044 S154 S186').by(
    keepsAs(() => ({ type: 'fixed_cart' })),
  ),
  'keeps types swapped': must('swaps the types of coupons', 'S044 S154 S186').by(
    keepsAs(({ type }) => ({ type: type === 'percent' ? 'fixed_cart' : 'percent' })),
  ),
  'keeps no minimum': should('keeps coupons without a minimum purchase', 'S048 S154').by(keepsAs(() => ({ least: 0 }))),
  'keeps minimums in cents': should('keeps minimum purchases in cents', 'S048 S154').by(
    keepsAs(({ least }) => ({ least: least * 100 })),
  ),
  'keeps whole minimums': should('keeps minimum purchases as whole tens', 'S048 S154').by(
    keepsAs(({ least }) => ({ least: Math.floor(least / 10) * 10 })),
  ),
  'keeps all as combinable': should('keeps every coupon as combinable', 'S049 S154').by(
    keepsAs(() => ({ combines: true })),
  ),
  'keeps acumulative inverted': should('inverts `acumulative`', 'S049 S154').by(
    keepsAs(({ combines }) => ({ combines: !combines })),
  ),
  'keeps cumulative': should(
    'reads `cumulative` in place of `acumulative`, and takes what is missing for true',
    'S049',
  ).by(keepsAs((_voucher, coupon) => ({ combines: coupon.cumulative !== false }))),
  'keeps codes in small letters': must('keeps codes in lowercase', 'S043').by(
    keepsAs(({ code }) => ({ code: code.toLowerCase() })),
  ),
  'keeps nothing': should('writes ids back for coupons that it does not create', 'S154').by({
    replays: (entries) => entries,
    keeps: (voucher) => voucher,
    ...keepsAs(({ code }) => ({ code: `hidden ${code}` })),
    ...calls('write back', (call) => ({ path: voucherPath(call.about.replace('hidden ', '')) })),
  }),
  'no write-back': should('writes no id back', 'S154').by(leavesOut('write back')),
  'no write-back to combinable coupons': should('writes no id back for coupons that combine', 'S154').by(
    leavesOut('write back', ({ about }, { ledger }) => ledger.vouchers.get(about)?.combines === true),
  ),
  'null written back': should('writes null back', 'S042 S154').by(bodies('write back', { externalId: null })),
  'nothing written back': should('writes an empty id back', 'S042 S154').by(bodies('write back', { externalId: '' })),
  'empty write-backs': should('writes back without `externalId`', 'S154').by(without('write back', 'externalId')),
  'another id written back': must(
    'writes another id back than the one under which it keeps the coupon',
    'S042 S154',
  ).by(bodies('write back', (body) => ({ externalId: `${body.externalId}-x` }))),
  'used written back': must('marks coupons as used when it writes their id back', 'S046 S153').by(
    bodies('write back', { used: true, awaitingOrder: false }),
  ),
  'used alone written back': must('sends `used` true when it writes an id back', 'S046 S153').by(
    bodies('write back', { used: true }),
  ),
  'amount written back': should('overwrites the amount of a coupon with 0 when it writes its id back', 'S045 S154').by(
    bodies('write back', { amount: 0 }),
  ),
  'expiry written back': should('overwrites the expiry of a coupon when it writes its id back', 'S051 S154').by(
    bodies('write back', { expiryDate: '2030-01-01T00:00:00-03:00' }),
  ),
  'registered again': must('registers coupons of the platform with `POST /coupons`', 'S010 S013 S154').by({
    also: (call, _reply, { ledger }) => {
      const voucher = call.purpose === 'write back' ? ledger.vouchers.get(call.about) : undefined;
      return voucher === undefined
        ? []
        : [
            {
              ...call,
              purpose: 'register voucher',
              method: 'POST',
              path: '/coupons',
              body: {
                externalId: voucher.id,
                code: voucher.code,
                type: voucher.type,
                amount: voucher.amount,
                phone: voucher.mobile ?? '+5511911112222',
              },
            },
          ];
    },
  }),
  'waits for an order id': must('drops coupons that came from no order', 'S183').by({
    takes: (task) => (task.what === 'notice came' && task.notice.orderId === null ? [] : [task]),
  }),
  'reads only by order': must('looks coupons up by their order, also those that have none', 'S132 S183').by(
    calls('read voucher', (call, { ledger }) => ({
      path: `/coupons/order/${ledger.notices.get(call.about)?.orderId}`,
    })),
  ),
  'asks for coupons that are gone': should('asks every moment for a coupon that is gone', 'S130').by({
    onUnknown: () => 'ask again',
  }),
  'makes coupons that are gone': must('creates coupons that the platform does not know', 'S089 S130').by({
    onUnknown: () => 'make',
  }),
  'zero amounts': must('registers coupons with an amount of 0', 'S057').by(bodies('register voucher', { amount: 0 })),
  'types swapped on registration': must('swaps the types of coupons that it registers', 'S044 S056').by(
    bodies('register voucher', (body) => ({ type: body.type === 'percent' ? 'fixed_cart' : 'percent' })),
  ),
  'no minimum on registration': should('leaves out `minPurchaseValue` of coupons that have one', 'S058').by(
    without('register voucher', 'minPurchaseValue'),
  ),
  'shared coupons looked up by id': should('looks shared coupons up by their id', 'S148').by(
    calls(['look for voucher', 'read voucher back'], (call, { ledger }) => {
      const voucher = ledger.vouchers.get(call.about);
      if (voucher?.origin === 'shared') call.path = `/coupons/external/${voucher.id}`;
    }),
  ),
  'coupons before their time': should('uses coupons before their validity starts', 'S050').by({
    refuses: ({ code, least, endsAt }, total, { ledger, now }) =>
      ledger.spent.has(code) || total < least || (endsAt !== null && Date.parse(endsAt) <= now()) ? 'no' : undefined,
  }),
  'one coupon a customer': must('forgets every other coupon of a customer when one comes', 'S089 S091').by({
    keeps(voucher, _coupon, { ledger: { vouchers } }) {
      for (const { code, mobile } of vouchers.values()) {
        if (mobile !== undefined && mobile === voucher.mobile && code !== voucher.code) vouchers.delete(code);
      }
      return voucher;
    },
    replays: (entries) =>
      entries.filter(
        (entry, place) =>
          entry.what !== 'voucher kept' ||
          entry.voucher.mobile === undefined ||
          !entries
            .slice(place)
            .some(
              (later) =>
                later.what === 'voucher kept' &&
                later.voucher.mobile === entry.voucher.mobile &&
                later.voucher.code !== entry.voucher.code,
            ),
      ),
  }),
  'percentages as the configuration': must(
    'creates only percentages once it has read the coupons configuration, which shows one',
    'S075 S012',
  ).by(() => {
    let isRead = false;
    return {
      understands(reply, { purpose }) {
        isRead ||= purpose === 'read configuration';
        const isOther = purpose === 'read voucher' && isRead && reply.body.type !== 'percent';
        return isOther ? { ...reply, status: 404 } : reply;
      },
    };
  }),
};
