import { UserError } from '../../fixtures/reading/user-error.ts';

/** The partner cannot be judged any further. */
export class PartnerGone extends Error {
  override name = 'PartnerGone';
}

/** The partner sent more requests than any correct one needs. */
export class PartnerStorm extends PartnerGone {
  override name = 'PartnerStorm';
}

/** The partner never responded, so there is nothing to judge. */
export class PartnerNotStarted extends UserError {
  override name = 'PartnerNotStarted';
}
