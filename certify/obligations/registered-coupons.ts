import { show } from '../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { doneActions } from './model/actions.ts';
import { numbersOf, observation, ofCall } from './model/observation.ts';
import { callsOn, fieldsOf, isTo, nameOf, undisturbed } from './model/read-call.ts';
import type { Obligation, Observation } from './obligation.ts';

const source = 'Resources and their fields › Coupon registration input';

const registrations = (record: PartnerRecord): PartnerCall[] =>
  undisturbed(record).filter((call) => isTo(call, 'POST /coupons'));

const registers = (record: PartnerRecord, action: string, route: string): Observation[] => {
  const posts = callsOn(record, 'coupons').filter((call) => isTo(call, route));
  const coupons = new Set(posts.map((call) => nameOf(fieldsOf(call).code) ?? call.body));
  const actions = doneActions(record, action);
  // a declared capability is judged elsewhere if the partner sends nothing
  if (posts.length === 0) return [];
  return actions.map(({ number, fromMs }, index) => {
    const untilMs = actions[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    const own = posts.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
    // simultaneous actions may be sent in any order
    return observation(
      own.length > 0 || coupons.size >= actions.length,
      { actions: [number], calls: numbersOf(own) },
      `${action} was taken on, and no ${route} followed`,
    );
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
      ...registers(record, 'register-coupon', 'POST /coupons'),
      ...registers(record, 'register-shared-coupon', 'POST /coupons/shared'),
    ],
  },
];
