/** The shop does not support the action. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}

/** The shop supports the action and rightly refuses it now. */
export class Declined extends Error {
  override name = 'Declined';
}

/** The parameters are invalid. */
export class InvalidParameters extends Error {
  override name = 'InvalidParameters';
}
