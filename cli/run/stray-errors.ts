/** Errors that no rule caught: rejected promises and callbacks that throw. */
export interface StrayErrors extends Disposable {
  /** In the order in which they came. */
  errors: readonly unknown[];
}

/** The reader of our output has gone: what is judged stays worth judging, and cleaning up is still due. */
const isClosedPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';

/**
 * Collects stray errors until disposed. Otherwise one would end the process before the run has cleaned up. The process
 * can have one collector at a time.
 */
export const collectStrayErrors = (): StrayErrors => {
  const errors: unknown[] = [];
  // rejected promises that nobody handles arrive here too
  process.setUncaughtExceptionCaptureCallback((error) => {
    if (!isClosedPipe(error)) errors.push(error);
  });
  return {
    errors,
    [Symbol.dispose]() {
      process.setUncaughtExceptionCaptureCallback(null);
    },
  };
};
