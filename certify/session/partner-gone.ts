import { UserError } from '../../fixtures/reading/user-error.ts';

/** The partner cannot be judged further; the message says why. */
export class PartnerGone extends Error {
  override name = 'PartnerGone';
}

/** It sent more requests than any correct partner needs. */
export class PartnerStorm extends PartnerGone {
  override name = 'PartnerStorm';
}

/** The partner never showed itself, so there is nothing to judge; the message says why and what to do. */
export class PartnerNotStarted extends UserError {
  override name = 'PartnerNotStarted';
}
