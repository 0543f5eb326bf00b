import type { ScriptName } from '../core/load-kinds.ts';

/** What a customer of a shop does. Each journey is the requests that the shop's software sends for it. */
export const journeyNames = [
  'completed',
  'on-hold',
  'processing',
  'canceled',
  'pay',
  'cancel',
  'resend',
  'redeem-post',
  'redeem-put',
  'read',
  'list-created',
  'list-updated',
  'register-coupon',
] as const;
export type JourneyName = (typeof journeyNames)[number];
export type Weights = Partial<Record<JourneyName, number>>;

const shop: Weights = {
  completed: 30,
  'on-hold': 12,
  processing: 4,
  canceled: 2,
  pay: 14,
  cancel: 4,
  resend: 4,
  'redeem-post': 6,
  'redeem-put': 4,
  read: 10,
  'list-created': 2,
  'list-updated': 2,
  'register-coupon': 6,
};

/** The journeys of each script if the profile names none. Each journey of `webhooks` makes a notification due. */
export const usualWeights: Readonly<Record<ScriptName, Weights>> = {
  orders: shop,
  webhooks: { completed: 4, pay: 1 },
  mixed: shop,
};

/** Only journeys that send something else than one order in one request. */
const sentBy: Readonly<Partial<Record<JourneyName, { orders: number; requests: number }>>> = {
  pay: { orders: 1, requests: 2 },
  cancel: { orders: 1, requests: 2 },
  resend: { orders: 2, requests: 2 },
  'redeem-post': { orders: 1, requests: 2 },
  'redeem-put': { orders: 1, requests: 3 },
  read: { orders: 1, requests: 3 },
  'list-created': { orders: 0, requests: 1 },
  'list-updated': { orders: 0, requests: 1 },
  'register-coupon': { orders: 0, requests: 1 },
};

/**
 * The mean number of orders and requests of a journey with these weights. It assumes the most requests: the target does
 * not return the id of an order, so each order is looked up once.
 */
export const sentByJourney = (weights: Weights): { orders: number; requests: number } => {
  const sum = { orders: 0, requests: 0, weights: 0 };
  for (const name of journeyNames) {
    const weight = weights[name] ?? 0;
    const { orders, requests } = sentBy[name] ?? { orders: 1, requests: 1 };
    sum.orders += weight * orders;
    sum.requests += weight * (requests + orders);
    sum.weights += weight;
  }
  return { orders: sum.orders / sum.weights, requests: sum.requests / sum.weights };
};

const goldenShare = 0.618_033_988_749_894_9;

interface Shares {
  ends: { name: JourneyName; end: number }[];
  total: number;
}

/** Computed once, since a load script needs it for each journey. */
const sharesOf = new WeakMap<Weights, Shares>();

const computeShares = (weights: Weights): Shares => {
  let total = 0;
  const ends = journeyNames
    .filter((name) => (weights[name] ?? 0) > 0)
    .map((name) => {
      total += weights[name] ?? 0;
      return { name, end: total };
    });
  const shares = { ends, total };
  sharesOf.set(weights, shares);
  return shares;
};

/**
 * Chooses the journey with this index. The multiples of the golden ratio are evenly spread, so any part of the indexes,
 * such as that of one generator, has nearly the planned shares.
 */
export const journeyAt = (weights: Weights, index: number): JourneyName => {
  const { ends, total } = sharesOf.get(weights) ?? computeShares(weights);
  const place = (((index + 1) * goldenShare) % 1) * total;
  for (const { name, end } of ends) if (place < end) return name;
  return ends.at(-1)?.name ?? 'completed';
};
