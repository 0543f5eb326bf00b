import { show } from '../../../core/json.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import {
  callsOf,
  callsOn,
  changesCoupon,
  codeIn,
  externalIdOf,
  fieldsOf,
  isSent,
  isTo,
  partsOf,
  undisturbed,
} from '../model/read-call.ts';
import type { Obligation } from '../obligation.ts';

const source = 'Endpoints › Rules per endpoint';
const maxId = 2_147_483_647;

/** The platform stores a string of digits as a number. */
const isStoredAsSent = (value: unknown): boolean => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= maxId;
};

export const sharedCoupons: readonly Obligation[] = [
  {
    id: 'PART-42',
    text: `The \`externalId\` of a shared coupon is a whole number from 1 to ${maxId}`,
    source,
    statements: ['S147', 'S218'],
    level: 'must',
    needs: 'shared-coupons',
    judge: (record) =>
      undisturbed(record)
        .filter((call) => isTo(call, 'POST /coupons/shared') && isSent(fieldsOf(call), 'externalId'))
        .map((call) => {
          const { externalId } = fieldsOf(call);
          return ofCall(
            call,
            isStoredAsSent(externalId),
            `sent externalId ${show(externalId)}, which is stored as another number; it should be from 1 to ${maxId}`,
          );
        }),
  },
  {
    id: 'PART-162',
    text: 'No two shared coupons are registered with the same externalId',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S148'],
    level: 'should',
    inferred: 'the platform accepts an id of a shared coupon twice',
    needs: 'shared-coupons',
    judge(record) {
      const posts = callsOf(record).filter(
        (call) => isTo(call, 'POST /coupons/shared') && externalIdOf(call) && codeIn(call),
      );
      return [...Map.groupBy(posts, externalIdOf)].map(([externalId, same]) => {
        const codes = new Set(same.map(codeIn));
        return observation(
          codes.size === 1,
          { calls: numbersOf(same) },
          `the externalId ${externalId} was given to the shared coupons ${[...codes].slice(0, 10).join(', ')}; it should be of one`,
        );
      });
    },
  },
  {
    id: 'PART-43',
    text: 'A shared coupon is looked up by its code, not by its `externalId`',
    source,
    statements: ['S148', 'S134'],
    level: 'must',
    needs: 'shared-coupons',
    judge(record) {
      const calls = callsOn(record, 'coupons');
      const shared = calls.filter((call) => isTo(call, 'POST /coupons/shared'));
      const [ids, codes] = [shared.map(externalIdOf), shared.map(codeIn)];
      // an individual coupon may have the same id
      const individual = calls.filter((call) => isTo(call, 'POST /coupons') || changesCoupon(call));
      const others = individual.map(externalIdOf);
      return undisturbed(record).flatMap((call) => {
        const [, , asked] = partsOf(call);
        if (isTo(call, 'GET /coupons/code/:code') && codes.includes(asked)) return [ofCall(call, true)];
        return isTo(call, 'GET /coupons/external/:externalId') && ids.includes(asked) && !others.includes(asked)
          ? [
              ofCall(
                call,
                false,
                'asks for a shared coupon by an id that others may have too; it should ask by its code',
              ),
            ]
          : [];
      });
    },
  },
];
