/** The machine or the folder cannot run the project. The message says what to do; it is shown without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}
