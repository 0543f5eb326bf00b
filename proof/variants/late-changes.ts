import { isObject, type JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { MemoryAnswer } from '../../platform/http/in-memory.ts';
import type { ReadLag } from '../../simulation/lagging-reads.ts';
import type { Difference, Variant } from './variant.ts';

type Late = NonNullable<Difference['late']>;

interface LateKind {
  name: string;
  /** Ends the sentence "a target that …", where seconds follow. */
  text: string;
  late: (lagMs: number) => Late;
  options?: Difference['options'];
}

const isById = (url: string): boolean => /^\/[a-z-]+\/[0-9a-f]{8}-[^/?]*$/.test(url);
const isByOtherKey = (url: string): boolean => /^\/[a-z-]+\/(external|phone|code|email|name)\//.test(url);
const isList = (url: string): boolean => /^\/[^?]*\?.*\bafter=/.test(url);
const isOfCoupon = (url: string): boolean => url.startsWith('/coupons/');
const isOfOrdersCoupon = (url: string): boolean => url.startsWith('/coupons/order/');

const reads =
  (isLate: (url: string) => boolean, merge?: ReadLag['merge']) =>
  (lagMs: number): Late => ({ readLag: { lagMs, isLate: ({ url }) => isLate(url), ...omitUndefined({ merge }) } });

const bodyOf = ({ status, text }: MemoryAnswer): JsonObject | undefined => {
  const body: unknown = status === 200 ? JSON.parse(text) : undefined;
  return isObject(body) ? body : undefined;
};

/** The current answer with some fields of the late one. */
const withLate =
  (pick: (late: JsonObject, right: JsonObject) => JsonObject) =>
  (right: MemoryAnswer, late: MemoryAnswer): MemoryAnswer => {
    const [now, before] = [bodyOf(right), bodyOf(late)];
    return now && before ? { ...right, text: JSON.stringify({ ...now, ...pick(before, now) }) } : right;
  };

const totals = withLate(({ pagination }) => ({ pagination }));
const redemption = withLate(({ used, isValid }) => ({ used, isValid }));

const kinds: readonly LateKind[] = [
  { name: 'records-by-id', text: 'shows a change in lookups by id', late: reads(isById) },
  { name: 'records-by-key', text: 'shows a change in lookups by other keys', late: reads(isByOtherKey) },
  { name: 'lists', text: 'shows a change in lists', late: reads(isList) },
  { name: 'totals', text: 'counts a change in the totals of lists', late: reads(isList, totals) },
  { name: 'coupons', text: 'shows coupons and their changes', late: reads(isOfCoupon) },
  { name: 'redemption', text: 'shows that a coupon was used', late: reads(isOfCoupon, redemption) },
  { name: 'coupons-of-orders', text: 'finds the coupon of an order', late: reads(isOfOrdersCoupon) },
  {
    name: 'registrations',
    text: 'notifies by a changed registration',
    late: (lagMs) => ({ registrationLagMs: lagMs }),
  },
  {
    name: 'replicas',
    text: 'shows a change in every other answer at once, and in the others',
    late: (lagMs) => ({ readLag: { lagMs, alternates: true } }),
    // replicas that order lists differently would give inconsistent pages
    options: { choices: { lists: { order: 'oldest-first' } } },
  },
  {
    name: 'everything',
    text: 'shows and applies every change',
    late: (lagMs) => ({ readLag: { lagMs }, registrationLagMs: lagMs }),
  },
];

const undeclared: NonNullable<Difference['profile']> = ({
  tolerances: { settleSeconds: _, ...tolerances },
  ...profile
}) => ({
  ...profile,
  tolerances,
});

const declared =
  (settleSeconds: number): NonNullable<Difference['profile']> =>
  (profile) => ({ ...profile, tolerances: { ...profile.tolerances, settleSeconds } });

const open = {
  open: 'What is stored is checked by reading it again: how soon after a change it shows or acts is not said',
  source: 'Resources and their fields › Common conventions',
};

const latenesses = [
  { seconds: 0.2, isDeclared: true },
  { seconds: 1, isDeclared: false },
];

/** Targets that show or apply changes late, as with a replica, an index, a cache or a queue. */
export const lateChanges: readonly Variant[] = kinds.flatMap(({ name, text, late, options = {} }) =>
  latenesses.map(({ seconds, isDeclared }) => ({
    ...open,
    name: `late-${name}-${seconds}-s${isDeclared ? '' : '-undeclared'}`,
    text: `${text} ${seconds} s later${isDeclared ? '' : ', and whose profile does not say so'}`,
    late: late(seconds * 1000),
    options,
    profile: isDeclared ? declared(seconds) : undeclared,
  })),
);
