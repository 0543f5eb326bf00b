import type { PartnerCall } from '../../core/partner-record.ts';
import { UserError } from '../../fixtures/reading/user-error.ts';
import { stormIn } from '../obligations/model/storms.ts';

/** The partner cannot be judged any further. */
export class PartnerGone extends Error {
  override name = 'PartnerGone';
}

/** No correct partner sends this many requests after one action, or in a minute by itself. */
export const usualMaxCalls = 20_000;

/** The partner sent more requests than any correct one needs. */
export class PartnerStorm extends PartnerGone {
  override name = 'PartnerStorm';
  constructor(calls: readonly PartnerCall[], maxCalls: number, when: string) {
    super(`the partner sent more than ${maxCalls} requests ${when}: ${stormIn(calls).words}`);
  }
}

/** The partner never responded, so there is nothing to judge. */
export class PartnerNotStarted extends UserError {
  override name = 'PartnerNotStarted';
}
