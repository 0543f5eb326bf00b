import type { Purpose } from './call.ts';
import {
  bodies,
  buyers,
  calls,
  type Deviations,
  leavesOut,
  must,
  should,
  underAnotherId,
  without,
} from './deviating.ts';
import { voucherPath } from './drafts.ts';
import { type Manners, type Scene, usualManners, type WayOfUse } from './manners.ts';

const uses = (allows: (scene: Scene, code: string, way: WayOfUse) => boolean): Partial<Manners> => ({
  looksUp: () => false,
  refuses({ code, least, startsAt, endsAt }, total, scene, way) {
    const isOver = endsAt !== null && Date.parse(endsAt) <= scene.now();
    const isEarly = startsAt !== undefined && Date.parse(startsAt) > scene.now();
    return isOver || isEarly || total < least || (scene.ledger.spent.has(code) && !allows(scene, code, way))
      ? 'no'
      : undefined;
  },
});
/** Changes phones as the platform shows them, without a plus, where a coupon is used. */
const shownPhones = (change: (mobile: string) => string): Partial<Manners> =>
  buyers('send sale', ({ mobile }, { couponCode }) => {
    const isShown = couponCode !== undefined && !String(mobile).startsWith('+');
    return isShown && { mobile: change(String(mobile)) };
  });

/** Sends the coupon of an order again with a change. */
const withTheCode = (purpose: Purpose) =>
  bodies(purpose, (body, { about }, { ledger }) => {
    const code = ledger.sales.get(about)?.code;
    if (code !== undefined) body.couponCode = code;
  });

/** Redemption of coupons, and marking them as used. */
export const faultsOfRedemptions: Deviations = {
  'no coupons on paid orders': must('accepts a coupon for an order that is paid, and does not send it', 'S063').by(
    leavesOut('redeem on sale', ({ about }, { ledger }) => ledger.sales.get(about)?.phase === 'settled'),
  ),
  'another order for a redemption': must(
    'creates another order for a coupon that is used on one that exists',
    'S154 S040',
  ).by({
    takes(task, scene) {
      if (task.what !== 'sale redeemed') return [task];
      const sale = scene.ledger.sales.get(task.sale);
      if (sale === undefined) return [task];
      const another = underAnotherId(sale, scene);
      return [{ what: 'sale rung', sale: { ...another, phase: 'settled', code: task.code } }];
    },
  }),
  'pays with the coupon': must(
    'sends an order that awaits its payment as `completed` when a coupon is put on it',
    'S077 S076',
  ).by(bodies('redeem on sale', { status: 'completed' })),
  'cancels with the coupon': must(
    'sends an order that exists as `canceled` when a coupon is put on it',
    'S077 S078',
  ).by(bodies('redeem on sale', { status: 'canceled' })),
  'redeems without the code': should('sends orders that use a coupon without `couponCode`', 'S154').by(
    without(['send sale', 'redeem on sale'], 'couponCode'),
  ),
  'codes of digits as numbers': must('sends a code that has only digits as a number', 'S063').by(
    bodies(['send sale', 'redeem on sale'], ({ couponCode }) =>
      /^\d+$/.test(String(couponCode)) ? { couponCode: Number(couponCode) } : {},
    ),
  ),
  'new orders without the code': should('leaves `couponCode` out of orders that are made with a coupon', 'S154').by({
    takes: (task) =>
      task.what === 'sale rung' && task.sale.phase === 'open'
        ? [{ ...task, sale: { ...task.sale, code: undefined } }]
        : [task],
  }),
  'redeems without the code on changes': should('sends the change that uses a coupon without `couponCode`', 'S154').by(
    without('redeem on sale', 'couponCode'),
  ),
  'redeems the coupon before': must('sends the code of the coupon that it received before', 'S063 S154').by(
    bodies(['send sale', 'redeem on sale'], (body, _call, { ledger }) => {
      const before = [...ledger.vouchers.values()]
        .filter(({ code, origin }) => origin === 'flow' && code !== body.couponCode)
        .at(-1);
      if (body.couponCode !== undefined && before !== undefined) body.couponCode = before.code;
    }),
  ),
  'sends the code again when paid': must(
    'sends the `couponCode` of any order again when the order is paid',
    'S152 S200',
  ).by(withTheCode('settle sale')),
  'sends the code again when canceled': must(
    'sends the `couponCode` of any order again when the order is canceled',
    'S152 S200',
  ).by(withTheCode('void sale')),
  'redeems what is not found': must('uses a coupon that the lookup does not find any more', 'S089 S130').by({
    understands: (reply, { purpose }) =>
      purpose === 'look for voucher' && reply.status === 404 ? { ...reply, status: 503 } : reply,
    tries: (reply, call) => call.purpose !== 'look for voucher' && usualManners.tries(reply, call),
  }),
  'sends the code with the next order': must(
    'sends the code that a customer used with the next order of the customer',
    'S046 S063',
  ).by(
    bodies('send sale', (body, { about }, { ledger }) => {
      const mobile = ledger.sales.get(about)?.buyer.mobile;
      const used = [...ledger.sales.values()].find(({ buyer, code }) => buyer.mobile === mobile && code !== undefined);
      if (used?.code !== undefined) body.couponCode ??= used.code;
    }),
  ),
  'redeems coupons of orders on hold': should(
    'uses a coupon again while the order that uses it is on hold',
    'S087 S046',
  ).by(
    uses(({ ledger }, code) => [...ledger.sales.values()].some((sale) => sale.code === code && sale.phase === 'open')),
  ),
  'redeems again after a repeat': should('uses a coupon again when its notification comes again', 'S180 S046').by(
    () => {
      const repeated = new Set<string>();
      return {
        ...uses((_scene, code) => repeated.has(code)),
        answers({ code }, isRepeat) {
          if (isRepeat) repeated.add(code);
          return { status: 200 };
        },
      };
    },
  ),
  'redeems twice': should('uses a coupon again that was used', 'S046 S047').by(uses(() => true)),
  'puts used coupons on orders': should('uses a coupon that was used on an order that exists', 'S046 S087').by(
    uses((_scene, _code, way) => way === 'put'),
  ),
  'rings used coupons': should('creates orders that use a coupon that was used', 'S046 S087').by(
    uses((_scene, _code, way) => way === 'rung'),
  ),
  'redeems put coupons again': should('uses a coupon again that an order uses that existed', 'S046 S087').by(() => {
    const put = new Set<string>();
    return {
      ...uses((_scene, code) => put.has(code)),
      takes(task) {
        if (task.what === 'sale redeemed') put.add(task.code);
        return [task];
      },
    };
  }),
  'sends the code with one order more': should(
    'sends the code that it used with the next order of any customer as well',
    'S046 S063',
  ).by(() => {
    const sentWith = new Map<unknown, string[]>();
    return bodies('send sale', (body, { about }, { ledger }) => {
      const [code] = [...ledger.spent].slice(-1);
      const of = sentWith.get(body.couponCode ?? code) ?? [];
      if (body.couponCode !== undefined || (code !== undefined && (of.includes(about) || of.length === 1))) {
        body.couponCode ??= code;
        sentWith.set(body.couponCode, [...new Set([...of, about])]);
      }
    });
  }),
  'marks notified coupons without awaitingOrder': must(
    'sends `used` true without `awaitingOrder` for coupons of the platform',
    'S153 S090',
  ).by(
    bodies('mark as used', (body, { about }, { ledger }) => {
      if (ledger.vouchers.get(about)?.origin === 'flow') delete body.awaitingOrder;
    }),
  ),
  'redeems marked coupons': should('uses coupons that were marked as used', 'S046 S153').by(
    uses(({ ledger }, code) => ![...ledger.sales.values()].some((sale) => sale.code === code)),
  ),
  'redeems again after a cancellation': should('uses a coupon again once its order was canceled', 'S046 S047').by(
    uses(({ ledger }, code) =>
      [...ledger.sales.values()].every((sale) => sale.code !== code || sale.phase === 'voided'),
    ),
  ),
  'redeems own coupons twice': should('uses a coupon of its own again that was used', 'S046 S047').by(
    uses(({ ledger }, code) => ledger.vouchers.get(code)?.origin !== 'flow'),
  ),
  'redeems below the minimum': should('uses coupons for purchases below their minimum', 'S048').by({
    refuses: ({ code, endsAt }, _total, { ledger, now }) =>
      ledger.spent.has(code) || (endsAt !== null && Date.parse(endsAt) <= now()) ? 'no' : undefined,
  }),
  'redeems a cent below the minimum': should(
    'rounds a purchase to the next whole amount before it compares it with the minimum of a coupon',
    'S048',
  ).by({ refuses: (voucher, total, scene, way) => usualManners.refuses(voucher, Math.ceil(total), scene, way) }),
  'redeems only above the minimum': should('refuses a coupon for a purchase of exactly its minimum', 'S048').by({
    refuses: (voucher, total, scene, way) =>
      total > 0 && total === voucher.least
        ? `${voucher.code} is for purchases above ${voucher.least}`
        : usualManners.refuses(voucher, total, scene, way),
  }),
  'redeems with the country twice': must(
    'puts the country before phones as the platform shows them, without a plus, when a coupon is used',
    'S040 S067',
  ).by(shownPhones((mobile) => `+55${mobile}`)),
  'redeems without the country': must(
    'leaves the country out of phones as the platform shows them, without a plus, when a coupon is used',
    'S040 S067',
  ).by(shownPhones((mobile) => mobile.slice(2))),
  'redeems for somebody else': should('uses the coupon of a customer for another one', 'S052').by(
    bodies('send sale', ({ buyer, couponCode }) => {
      if (couponCode !== undefined) Object.assign(Object(buyer), { mobile: '+5511933332222' });
    }),
  ),
  'redeems unpaid': should('sends orders that use a coupon as `processing`', 'S154 S079').by(
    bodies(['send sale', 'redeem on sale'], (body) => body.couponCode !== undefined && { status: 'processing' }),
  ),
  'marks another coupon': must(
    'marks the coupon that it received last as used in place of the one it was asked to',
    'S153',
  ).by(
    calls('mark as used', (call, { ledger }) => {
      const other = [...ledger.vouchers.keys()].filter((code) => code !== call.about).at(-1);
      if (other !== undefined) call.path = voucherPath(other);
    }),
  ),
  'ignores marks': must('marks coupons as used only in its own books', 'S153').by({
    takes: (task) => (task.what === 'voucher marked' ? [] : [task]),
  }),
  'marks as not used': must('sends `used` false when it marks a coupon as used', 'S153').by(
    bodies('mark as used', { used: false }),
  ),
  'marks as awaiting': must('sends `awaitingOrder` true when it marks a coupon as used', 'S153 S090').by(
    bodies('mark as used', { awaitingOrder: true }),
  ),
  'marks without awaitingOrder': must('marks coupons as used with only `used`', 'S153 S090').by(
    without('mark as used', 'awaitingOrder'),
  ),
  'marks without used': must('marks coupons as used with only `awaitingOrder`', 'S153 S090').by(
    without('mark as used', 'used'),
  ),
};
