/** Uncaught errors: rejected promises and callbacks that throw. */
export interface StrayErrors extends Disposable {
  errors: readonly unknown[];
}

/** The reader of our output has ended. The run still judges and cleans up. */
const isClosedPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';

/**
 * Collects uncaught errors until disposed, so that none ends the process before clean-up. A process can have one
 * collector at a time.
 */
export const collectStrayErrors = (): StrayErrors => {
  const errors: unknown[] = [];
  // unhandled rejections also arrive here
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
