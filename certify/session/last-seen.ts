import type { PartnerAction, PartnerCall } from '../../core/partner-record.ts';
import { byArrival, pathOf, statusOf } from '../obligations/model/read-call.ts';

/** Describes the partner's last action and response, which may have caused a crash. */
export const lastSeen = (action: PartnerAction | undefined, calls: readonly PartnerCall[]): string => {
  const call = byArrival(calls).at(-1);
  const got =
    call &&
    `${call.method} ${pathOf(call)}, ${statusOf(call) === undefined ? 'which got no answer' : `answered ${statusOf(call)}`}`;
  return [
    ...(action === undefined ? [] : [`last asked for: ${action.action}`]),
    ...(got === undefined ? [] : [`its last request: ${got}`]),
  ].join('; ');
};
