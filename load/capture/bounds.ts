/** Beyond these limits, a capture process responds 503 and reports that it was overloaded. */
export interface Bounds {
  /** Delay of its event loop, in ms. */
  lateMs: number;
  /** Characters of its journal that are not on disk yet. */
  unwritten: number;
  /** Requests without a complete response. */
  open: number;
}

export const bounds: Bounds = {
  // a tenth of the timeout of 5 s: if the sender has timed out already, a 204 would make its retry look like a duplicate
  lateMs: 500,
  // about 140,000 attempts, a few seconds of full load: a slow disk catches up in that time
  unwritten: 16 * 1024 * 1024,
  // below the limit of 10,000 connections, so that further requests still get a response
  open: 8_000,
};

/** Beyond this many characters the disk is stuck, and attempts are rejected without a line. */
export const maxUnwritten = 2 * bounds.unwritten;

export const flushEveryMs = 50;

/** A notification has a few hundred bytes. */
export const maxBodyBytes = 64 * 1024;

/** Read of a body after the 413, so that the sender can read the response. Then the connection is closed. */
export const drainedBodyBytes = 1024 * 1024;

/** Ends a hang if the sender does not, whose timeout is 5 s. */
export const maxHangMs = 60_000;

/** Deliveries whose refusals a process remembers, in about 10 MB. Beyond that, it forgets the older half. */
export const maxRemembered = 100_000;
