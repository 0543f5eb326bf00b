import { omitUndefined } from '../../core/omit-undefined.ts';
import type { HeldCoupon } from '../../core/partner-record.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { maxBodyBytes } from '../read-body.ts';
import {
  AnswerLost,
  type PartnerAnswer,
  type PartnerRequest,
  type Surroundings,
  thisMachine,
} from '../surroundings.ts';
import { readAnswer, readState, reasonIn } from './partner-answer.ts';
import { type Acted, actionTimeoutMs, type Trigger } from './trigger.ts';

interface HttpTriggerOptions {
  /** The base URL of the hooks; the action's name is appended. */
  url: string;
  /** Sent as a bearer if given. */
  token?: string;
  reachPartner?: Surroundings['reachPartner'];
}

/** The partner cannot perform the action, or rightly refuses it, for example with an expired coupon. */
const cannotStatuses = [501, 404, 409, 422];
const notFound = 404;
/** A partner may lack `idle` or one action. If the first two are missing, no hooks are served there. */
const minUnknown = 2;
/** Statuses of a missing hook. */
const missingStatuses = [404, 405, 501];

/** Reads the response of a hook. Rejects when it is too long. */
const textOf = async (answer: PartnerAnswer): Promise<string> => {
  const text = await answer.readText();
  if (text === undefined) throw new Error(`its answer is longer than ${maxBodyBytes / 1024 / 1024} MB`);
  return text;
};

/** Reads the result of an action from the response of its hook. */
const actedOf = (status: number, text: string): Acted => {
  if (status < 300) return readAnswer(text);
  const reason = reasonIn(text);
  return {
    outcome: cannotStatuses.includes(status) ? 'cannot' : 'failed',
    message: `${status}${reason === '' ? '' : `: ${reason}`}`,
  };
};

/** Reads the coupons of the partner; undefined if it does not serve its state. */
const couponsOf = (status: number, text: string): HeldCoupon[] | undefined => {
  if (missingStatuses.includes(status)) return undefined;
  if (status >= 300) throw new Error(`its state was answered with ${status}: ${reasonIn(text)}`);
  return readState(text);
};

/**
 * Calls hooks that the partner's software serves. `POST <url>/<action>` has the parameters as JSON. It returns 200 with
 * the partner's id, 501 for an action that the partner cannot perform, or 409 for a rightful refusal. `POST <url>/idle`
 * responds when nothing is under way. `POST <url>/restart` and `GET <url>/state` may be missing.
 */
export const httpTrigger = ({ url, token, reachPartner = thisMachine.reachPartner }: HttpTriggerOptions): Trigger => {
  const base = url.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  /** The hooks that were called while all of them returned 404. */
  let unknown: Set<string> | undefined = new Set();
  let lost: AnswerLost['how'] | undefined;

  const call = async (
    name: string,
    request: Omit<PartnerRequest, 'url' | 'headers'>,
  ): Promise<{ status: number; text: string }> => {
    const answer = await reachPartner({ url: `${base}/${name}`, headers, ...request });
    const { status } = answer;
    if (status === notFound) unknown?.add(name);
    else unknown = undefined;
    return { status, text: await textOf(answer) };
  };

  const post = async (
    name: string,
    parameters: Record<string, unknown>,
    limits: Pick<PartnerRequest, 'timeoutMs' | 'signal'>,
  ): Promise<Acted> => {
    try {
      const { status, text } = await call(name, { method: 'POST', body: JSON.stringify(parameters), ...limits });
      lost = undefined;
      return actedOf(status, text);
    } catch (error) {
      lost = error instanceof AnswerLost ? error.how : undefined;
      const message =
        lost === 'time-out'
          ? `no answer within ${Number((limits.timeoutMs / 1000).toPrecision(3))} s`
          : messageOf(error);
      return { outcome: 'failed', message };
    }
  };

  return {
    act: (action, parameters, wait) =>
      post(action, parameters, {
        timeoutMs: Math.min(wait?.maxMs ?? actionTimeoutMs, actionTimeoutMs),
        ...omitUndefined({ signal: wait?.signal }),
      }),
    takesSeveral: true,
    async idle(timeoutMs, signal) {
      const limits = signal ? { timeoutMs, signal } : { timeoutMs };
      const acted = await post('idle', {}, limits);
      // a process that ended refuses the next connection, until something restarts it
      return lost === 'reset' && !signal?.aborted ? post('idle', {}, limits) : acted;
    },
    async restart() {
      const acted = await post('restart', {}, { timeoutMs: actionTimeoutMs });
      // a process that its supervisor starts again may end before it answers
      return lost === 'reset' ? { outcome: 'done' } : acted;
    },
    async state() {
      const { status, text } = await call('state', { method: 'GET', timeoutMs: actionTimeoutMs });
      return couponsOf(status, text);
    },
    isAbsent: () => lost === 'refused',
    hindrance: () =>
      unknown !== undefined && unknown.size >= minUnknown
        ? `every hook answered 404 (${[...unknown].join(', ')}): set triggers.url to the base of the hooks, which is now ${url}`
        : undefined,
  };
};
