/** A hook that the shop does not perform. The message is for the caller. */
export abstract class HookError extends Error {
  /** The status of the response. */
  abstract readonly status: number;
}

/** The shop does not support the action. */
export class CannotDo extends HookError {
  override name = 'CannotDo';
  readonly status = 501;
}

/** The shop supports the action and rightly refuses it now. */
export class Declined extends HookError {
  override name = 'Declined';
  readonly status = 409;
}

/** The parameters are invalid. */
export class InvalidParameters extends HookError {
  override name = 'InvalidParameters';
  readonly status = 400;
}
