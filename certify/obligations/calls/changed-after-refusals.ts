import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { blocksOf, mayBeDone } from '../model/blocks.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { fieldsOf, isSent, nameOf, partsOf, pathOf, statusOf } from '../model/read-call.ts';
import { isKeyedByPartner, makers, underAnotherId } from '../model/repeated-sends.ts';
import type { Observation } from '../obligation.ts';

const isRefused = (call: PartnerCall): boolean => [400, 401, 403, 404, 422].includes(statusOf(call) ?? 0);

/** The fields of an order that a repeat leaves out. A coupon that was refused may be left out. */
const leftOut = ({ names }: PartnerRecord, refused: PartnerCall, again: PartnerCall): string[] => {
  const { orderTotal, orderCustomer } = names;
  const [before, after] = [fieldsOf(refused), fieldsOf(again)];
  return ['status', 'lineItems', orderTotal, orderCustomer].filter(
    (name) => isSent(before, name) && !isSent(after, name),
  );
};

/** Creations that a scenario refused and that came again under another externalId, or with fewer fields. */
export const changedAfterRefusals = (record: PartnerRecord): Observation[] =>
  blocksOf(record).flatMap(({ actions, calls }) => {
    const sends = calls.filter(isKeyedByPartner);
    return sends.flatMap((refused) => {
      if (!isRefused(refused) || refused.fault === undefined) return [];
      const [resource = ''] = partsOf(refused);
      const externalId = nameOf(fieldsOf(refused).externalId);
      const later = sends.filter((call) => call.atMs > refused.atMs && pathOf(call) === pathOf(refused));
      const again = later.find((call) => nameOf(fieldsOf(call).externalId) === externalId);
      // another record that is made at the same time may be alike
      const isAlone = actions.filter((action) => mayBeDone(action, ...(makers[resource] ?? []))).length === 1;
      const renamed = isAlone ? underAnotherId(record, sends, refused) : undefined;
      const missing = resource === 'orders' && again !== undefined ? leftOut(record, refused, again) : [];
      const other = renamed ?? again;
      if (externalId === undefined || other === undefined) return [];
      const change =
        renamed === undefined
          ? `without ${missing.join(' and ')}`
          : `as ${nameOf(fieldsOf(renamed).externalId) ?? 'one without externalId'}`;
      return [
        observation(
          renamed === undefined && missing.length === 0,
          { calls: numbersOf([refused, other]) },
          `POST ${pathOf(refused)} of ${externalId} was refused with ${statusOf(refused)} and came again ${change}; it may be left out, or sent again as it was`,
        ),
      ];
    });
  });
