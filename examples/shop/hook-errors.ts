/** Asked for something that the shop does not do, or must not. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}

/** Asked with parameters that mean nothing. */
export class Nonsense extends Error {
  override name = 'Nonsense';
}
