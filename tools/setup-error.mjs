/** The machine or the folder cannot run the project. The message is shown without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}
