/** Asked for something that the shop does not do at all. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}

/** Asked for something that the shop does, but rightly not as things are. */
export class Declined extends Error {
  override name = 'Declined';
}

/** Asked with parameters that mean nothing. */
export class Nonsense extends Error {
  override name = 'Nonsense';
}
