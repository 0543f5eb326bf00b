import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { blocksOf, isDone } from '../model/blocks.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { callsOn, creates, externalIdOf, mayBeStored } from '../model/read-call.ts';
import { differences } from '../model/repeated-sends.ts';
import type { Observation } from '../obligation.ts';

/** The actions that create a record of a kind, and those that may have the partner send one as well. */
const causes = {
  stores: { making: 'create-store', bringing: ['create-cart', 'create-order', 'redeem'] },
  'abandoned-carts': { making: 'create-cart', bringing: ['create-order', 'redeem'] },
} as const;

/** New stores or carts that came more often than they were asked for, one of them like another under a further externalId. */
export const doubledRecords = (record: PartnerRecord, resource: keyof typeof causes): Observation[] => {
  const { making, bringing } = causes[resource];
  const isMaking = ({ action, parameters }: PartnerAction): boolean => action === making && parameters.id === undefined;
  const sent = callsOn(record, resource);
  const firsts = new Map<string, PartnerCall>();
  for (const call of sent.filter((each) => creates(each, resource) && mayBeStored(each))) {
    const externalId = externalIdOf(call);
    if (externalId !== undefined && !firsts.has(externalId)) firsts.set(externalId, call);
  }
  // a record may come later than the action that it is for
  let due = 0;
  return blocksOf(record).flatMap(({ actions, calls }) => {
    const fresh = calls.filter((call) => firsts.get(externalIdOf(call) ?? '') === call);
    const possible = due + actions.filter(isMaking).length;
    due = Math.max(0, possible - fresh.length);
    const isOfOthers = actions.some(({ action }) => bringing.some((each) => each === action));
    const isRemoved = calls.some((call) => call.method === 'DELETE' && sent.includes(call));
    if (!actions.some((action) => isMaking(action) && isDone(action, making)) || fresh.length === 0) return [];
    if (isOfOthers || isRemoved) return [];
    const copy = fresh.find((call, place) =>
      fresh.slice(0, place).some((other) => differences(record.names, call, other).length === 0),
    );
    return [
      observation(
        fresh.length <= possible || copy === undefined,
        { actions: numbersOf(actions.filter(isMaking)), calls: numbersOf(fresh) },
        `${making} was asked for ${possible} times and ${fresh.length} records were sent; ${copy && externalIdOf(copy)} is like another one, which makes a second one`,
      ),
    ];
  });
};
