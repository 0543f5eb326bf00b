/** The partner cannot be judged further; the message says why. */
export class PartnerGone extends Error {
  override name = 'PartnerGone';
}
