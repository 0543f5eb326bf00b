import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { restartsOf } from './model/notifications.ts';
import { numbersOf, observation } from './model/observation.ts';
import { creates, pathOf, statusOf, writesWebhook } from './model/read-call.ts';
import { actionBefore, sameWrites } from './model/repeated-sends.ts';
import type { Obligation } from './obligation.ts';

/** How often a refused call may be repeated unchanged: a person may press a button twice. */
const maxRepeats = 2;

/**
 * Whether each action may send the same again: two bearers look the same in a record, and each order may bring its products
 * and its customer along.
 */
const mayBeOfEachAction = (call: PartnerCall): boolean =>
  writesWebhook(call) || creates(call, 'products') || creates(call, 'customers');

/** Groups refused calls by the start of the partner, which may repeat them, or by the action if each may send them. */
const inOneChange = (record: PartnerRecord, refused: PartnerCall[]): PartnerCall[][] => [
  ...Map.groupBy(refused, (call) =>
    mayBeOfEachAction(call)
      ? actionBefore(record, call)?.number
      : restartsOf(record).filter(({ fromMs }) => fromMs <= call.atMs).length,
  ).values(),
];

const notRepeated = (id: Obligation['id'], status: number, statements: Obligation['statements']): Obligation => ({
  id,
  text: `A request that was refused with ${status} is not repeated unchanged`,
  source: 'Errors',
  statements,
  level: 'should',
  judgesStorms: true,
  inferred: 'the same request gets the same refusal, but the document does not forbid it',
  judge: (record) =>
    sameWrites(record)
      .map((same) => same.filter((call) => statusOf(call) === status))
      .flatMap((refused) => inOneChange(record, refused))
      .flatMap((refused) => {
        const [first] = refused;
        if (!first) return [];
        return [
          observation(
            refused.length <= 1 + maxRepeats,
            { calls: numbersOf(refused) },
            `${first.method} ${pathOf(first)} was refused with ${status} and sent again unchanged ${refused.length - 1} times; it should be corrected, or reported to a person`,
          ),
        ];
      }),
});

export const refusals: readonly Obligation[] = [
  notRepeated('PART-19', 400, ['S192']),
  notRepeated('PART-20', 422, ['S195']),
  notRepeated('PART-121', 401, ['S157']),
  notRepeated('PART-122', 403, ['S193', 'S159']),
  notRepeated('PART-123', 404, ['S194']),
];
