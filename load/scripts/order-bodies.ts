import { bodiesFrom } from '../../fixtures/bodies.ts';
import { plan } from './environment.ts';

// of Unicode's private use: no body has them, and JSON leaves them as they are
const opening = '\uE000';
const closing = '\uE001';

/** A string's form between the quotes of a JSON string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * The JSON text of bodies that differ in a few strings alone. The body is built once, since its building takes longer
 * than the request; the result fills each further one's strings in.
 */
export const prepareBody = <Slot extends string>(
  slots: readonly Slot[],
  build: (values: Readonly<Record<Slot, string>>) => object,
): ((values: Readonly<Record<Slot, string>>) => string) => {
  const marks = Object.fromEntries(slots.map((slot) => [slot, opening + slot + closing])) as Record<Slot, string>;
  const [first = '', ...others] = JSON.stringify(build(marks)).split(opening);
  const pieces = others.map((piece) => {
    const end = piece.indexOf(closing);
    // nothing but the marks stands between the two
    return { slot: piece.slice(0, end) as Slot, after: piece.slice(end + 1) };
  });
  return (values) => {
    let text = first;
    for (const { slot, after } of pieces) text += inJson(values[slot]) + after;
    return text;
  };
};

export type Status = 'completed' | 'on-hold' | 'processing' | 'canceled';

const total = 100;
const bodies = bodiesFrom(plan.templates);

const prepareOrder = (status: Status) => ({
  plain: prepareBody(['externalId', 'phone'], (slots) => bodies.order({ ...slots, status, total })),
  redeeming: prepareBody(['externalId', 'phone', 'couponCode'], (slots) => bodies.order({ ...slots, status, total })),
});

const orders: Readonly<Record<Status, ReturnType<typeof prepareOrder>>> = {
  completed: prepareOrder('completed'),
  'on-hold': prepareOrder('on-hold'),
  processing: prepareOrder('processing'),
  canceled: prepareOrder('canceled'),
};

const prepareCoupon = (awaitingOrder: boolean) =>
  prepareBody(['code', 'phone'], ({ code, phone }) =>
    bodies.coupon({ externalId: code, code, type: 'percent', amount: 5, phone, awaitingOrder }),
  );

const awaitedCoupon = prepareCoupon(true);
const readyCoupon = prepareCoupon(false);

interface Customer {
  externalId: string;
  phone: string;
}

/** Body of a customer's order, as JSON. */
export const orderBody = (status: Status, { externalId, phone }: Customer, couponCode?: string): string =>
  couponCode === undefined
    ? orders[status].plain({ externalId, phone })
    : orders[status].redeeming({ externalId, phone, couponCode });

/** Body of a coupon for a customer, as JSON; the code is its id too. */
export const couponBody = (code: string, phone: string, awaitingOrder: boolean): string =>
  (awaitingOrder ? awaitedCoupon : readyCoupon)({ code, phone });
