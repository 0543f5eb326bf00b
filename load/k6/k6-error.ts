/** There is no k6, or it could not be started. The message says what to do; it is shown without a stack. */
export class K6Error extends Error {
  override name = 'K6Error';
}
