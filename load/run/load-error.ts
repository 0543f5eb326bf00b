/** A load run cannot begin or continue. The message says what to do and is shown without a stack. */
export class LoadError extends Error {
  override name = 'LoadError';
}
