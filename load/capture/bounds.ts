/** Where a capture process stops to answer by plan: past these it says 503, and that it did. */
export interface Bounds {
  /** How late its event loop may run, in ms. */
  lateMs: number;
  /** Characters of lines that are not written yet. */
  unwritten: number;
  /** Requests that are not answered yet, or whose answer is not written whole. */
  open: number;
}

export const bounds: Bounds = {
  // a tenth of the 5 s that a receiver has: what waited longer here may have been given up by its sender, and a 204 to
  // such an attempt would make its retry look like a duplicate
  lateMs: 500,
  // about 140,000 attempts: seconds of a full load, in which a disk that is only slow catches up
  unwritten: 16 * 1024 * 1024,
  // below the 10,000 connections that a process takes, so that the next one still gets an answer
  open: 8_000,
};

/** Characters of unwritten lines at which attempts are turned away without a line: the disk no longer takes any. */
export const mostUnwritten = 2 * bounds.unwritten;

/** The longest time that a line waits until it is handed to the disk. */
export const flushEveryMs = 50;

/** A notification has a few hundred bytes. */
export const largestBodyBytes = 64 * 1024;

/** Read of a body after the 413, so that the sender can read it; then the connection is cut. */
export const drainedBodyBytes = 1024 * 1024;

/** Ends a hang that its sender does not end: well over the 5 s that senders wait. */
export const longestHangMs = 60_000;

/**
 * Deliveries whose refusals a process remembers, some 10 MB. Beyond it the older half is forgotten, and what of it is
 * tried again that late is refused again.
 */
export const mostRemembered = 100_000;
