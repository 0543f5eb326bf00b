import { keyOfSubject } from '../../core/deliveries.ts';
import type { Receiver } from '../../suites/session/environment.ts';
import type { Session } from '../../suites/session/session.ts';
import type { Deliveries } from '../../suites/subject.ts';

/** A session of one try that looks for notifications in turn; from one of them on, none is found. */
export interface SilencedSession extends Session {
  /** The how-manieth of what was looked for these deliveries are, from 0. */
  turnOf(deliveries: Deliveries): number;
}

export const silenced = (session: Session, from = Number.POSITIVE_INFINITY): SilencedSession => {
  const lookedFor: string[] = [];
  const listening = (capture: Receiver['capture']): Receiver['capture'] => ({
    ...capture,
    async waitFor(filter, until, options) {
      const about = JSON.stringify(filter);
      if (!lookedFor.includes(about)) lookedFor.push(about);
      if (lookedFor.indexOf(about) >= from) return { attempts: [], complete: until([]) };
      return await capture.waitFor(filter, until, options);
    },
  });
  return {
    ...session,
    receiver(company) {
      const receiver = session.receiver(company);
      return receiver && { ...receiver, capture: listening(receiver.capture) };
    },
    turnOf: ({ about }) => lookedFor.findIndex((filter) => filter.includes(keyOfSubject(about))),
  };
};
