import { show } from '../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { registrations } from './coupons.ts';
import { doneActions } from './model/actions.ts';
import { numbersOf, observation, ofCall } from './model/observation.ts';
import { callsOn, codeIn, fieldsOf, isTo } from './model/read-call.ts';
import { wasRefused } from './model/refused-lookups.ts';
import type { Obligation, Observation } from './obligation.ts';

const source = 'Resources and their fields › Coupon registration input';

/** Judges whether each action that registers a coupon caused a request. */
const registeredBy = (record: PartnerRecord, name: string, route: string): Observation[] => {
  const posts = callsOn(record, 'coupons').filter((call) => isTo(call, route));
  const coupons = new Set(posts.map((call) => codeIn(call) ?? call.body));
  const actions = doneActions(record, name);
  // a declared capability is judged elsewhere if the partner sends nothing
  if (posts.length === 0) return [];
  return actions.flatMap((action, index) => {
    const { number, fromMs, code, id } = action;
    const untilMs = actions[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    const isNamed = (post: PartnerCall): boolean => code !== undefined && codeIn(post) === code;
    const own = posts.filter((post) => post.atMs >= fromMs && (post.atMs < untilMs || isNamed(post)));
    if (own.length === 0 && wasRefused(record, 'coupons', action, [code, id])) return [];
    // simultaneous actions may be sent in any order
    const isSent = own.length > 0 || coupons.size >= actions.length;
    const seen = `the partner accepted ${name}, and no ${route} followed`;
    return [observation(isSent, { actions: [number], calls: numbersOf(own) }, seen)];
  });
};

export const registeredCoupons: readonly Obligation[] = [
  {
    id: 'PART-133',
    text: 'The `code` of a registered coupon is a string',
    source,
    statements: ['S055'],
    level: 'must',
    needs: 'coupons',
    judge: (record) =>
      registrations(record).flatMap((call) => {
        const { code } = fieldsOf(call);
        // another obligation judges a missing one
        if (code === undefined || code === null) return [];
        return [ofCall(call, typeof code === 'string', `sent code ${show(code)}; it should be a string`)];
      }),
  },
  {
    id: 'PART-135',
    text: 'Each coupon that the partner is asked to register is registered',
    source: 'What the service does',
    statements: ['S013', 'S133'],
    level: 'must',
    isPromised: true,
    judge: (record) => [
      ...registeredBy(record, 'register-coupon', 'POST /coupons'),
      ...registeredBy(record, 'register-shared-coupon', 'POST /coupons/shared'),
    ],
  },
];
