import type { Answer, Call, Client } from './client.ts';
import { wrongDecision } from './faulty-retries.ts';
import { isWithheld } from './faulty-sends.ts';
import { isObject } from './json.ts';
import type { Settings } from './settings.ts';
import { createSideCalls } from './side-calls.ts';
import type { Work } from './work.ts';

/** The outcome of a call. `refused`: a retry would fail as well; `unreachable`: the retries are exhausted. */
export type Outcome =
  | { kind: 'accepted'; body: unknown }
  | { kind: 'refused'; status: number; why: string }
  | { kind: 'unreachable'; why: string };

export interface Platform {
  /** Sends a call without retries. */
  sendOnce(call: Call): Promise<Outcome>;
  /** Sends a call, and retries it after a 500, a reset or a timeout. */
  send(call: Call): Promise<Outcome>;
  /** Sends a call with retries. Before each retry, reads `lookup` to find out whether the call already took effect. */
  sendUnlessFound(call: Call, lookup: string): Promise<Outcome>;
}

const maxResends = 5;

const outcomeOf = (answer: Answer): Outcome => {
  if ('lost' in answer) return { kind: 'unreachable', why: answer.lost };
  const { status, body } = answer;
  if (status >= 200 && status < 300) return { kind: 'accepted', body };
  const message = isObject(body) ? JSON.stringify(body.message) : 'no JSON';
  // a retry cannot help if the call itself is wrong
  const mayPass = status >= 500 || status === 429;
  return mayPass
    ? { kind: 'unreachable', why: `${status} ${message}` }
    : { kind: 'refused', status, why: `${status} ${message}` };
};

/** Sends calls with up to five retries; each pause is twice as long as the one before. */
export const createPlatform = (client: Client, { retryPauseMs, behavior }: Settings, work: Work): Platform => {
  const sideCalls = createSideCalls(behavior);
  const stoppedBy = [401, 403].find((status) => behavior.fault === `stops sending after a ${status}`);
  let hasStopped = false;

  const attempt = async (call: Call, resend: number): Promise<{ outcome: Outcome; isOver: boolean }> => {
    if (isWithheld(behavior.fault, call) || hasStopped) {
      return { outcome: { kind: 'refused', status: 0, why: 'withheld' }, isOver: true };
    }
    const answer = await client.send(call, resend);
    hasStopped ||= 'status' in answer && answer.status === stoppedBy;
    const wrong = wrongDecision(behavior.fault, call, answer);
    if (wrong === 'drop') return { outcome: { kind: 'refused', status: 0, why: 'dropped' }, isOver: true };
    const outcome = outcomeOf(answer);
    return { outcome, isOver: outcome.kind !== 'unreachable' && wrong === undefined };
  };

  const sendOnce = async (call: Call): Promise<Outcome> => outcomeOf(await client.send(call, 0));

  const send = async (call: Call, lookup?: string): Promise<Outcome> => {
    for (let resend = 0; ; resend += 1) {
      const found = lookup === undefined || resend === 0 ? undefined : await sendOnce({ method: 'GET', path: lookup });
      if (found?.kind === 'accepted') return found;
      sideCalls.before(call);
      const sent = found?.kind === 'unreachable' ? { outcome: found, isOver: false } : await attempt(call, resend);
      // a record that cannot be deleted is already gone
      if (sent.outcome.kind === 'accepted' || (call.method === 'DELETE' && sent.isOver)) {
        for (const side of sideCalls.after(call, 'body' in sent.outcome ? sent.outcome.body : undefined))
          await client.send(side, 0);
      }
      if (sent.isOver || resend === maxResends) return sent.outcome;
      await work.pause(behavior.does('sends again after even pauses') ? retryPauseMs : retryPauseMs * 2 ** resend);
    }
  };

  return { sendOnce, send, sendUnlessFound: send };
};
