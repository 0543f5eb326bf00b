/** A load run cannot be begun or gone on with. The message says what to do; it is shown without a stack. */
export class LoadError extends Error {
  override name = 'LoadError';
}
