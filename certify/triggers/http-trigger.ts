import { z } from 'zod';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { maxBodyBytes } from '../read-body.ts';
import {
  AnswerLost,
  type PartnerAnswer,
  type PartnerRequest,
  type Surroundings,
  thisMachine,
} from '../surroundings.ts';
import { cutMessage, heldCouponsSchema, problemOf, readAnswer, readableText } from './partner-answer.ts';
import { type Acted, actionTimeoutMs, type Trigger } from './trigger.ts';

interface HttpTriggerOptions {
  /** The base URL of the hooks; the action's name is appended. */
  url: string;
  /** Sent as a bearer if given. */
  token?: string;
  reachPartner?: Surroundings['reachPartner'];
}

const messageSchema = z.object({ message: z.string() });
const stateSchema = z.object({ coupons: heldCouponsSchema }, { error: 'expected JSON' });

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
  const reason = cutMessage(messageSchema.safeParse(parsedJson(text)).data?.message ?? readableText(text));
  return {
    outcome: cannotStatuses.includes(status) ? 'cannot' : 'failed',
    message: `${status}${reason === '' ? '' : `: ${reason}`}`,
  };
};

/** Reads the coupons of the partner; undefined if it does not serve its state. */
const couponsOf = (status: number, text: string): z.output<typeof heldCouponsSchema> | undefined => {
  if (missingStatuses.includes(status)) return undefined;
  if (status >= 300) throw new Error(`its state was answered with ${status}: ${cutMessage(readableText(text))}`);
  const answer = stateSchema.safeParse(parsedJson(text));
  if (!answer.success) throw new Error(`its state cannot be read: ${problemOf(answer.error)}`);
  return answer.data.coupons;
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
      return { outcome: 'failed', message: messageOf(error) };
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
      let { outcome } = await post('idle', {}, limits);
      // a process that ended refuses the next connection, until something restarts it
      if (lost === 'reset' && !signal?.aborted) ({ outcome } = await post('idle', {}, limits));
      // a partner without the hook counts as finished
      return outcome !== 'failed';
    },
    restart: () => post('restart', {}, { timeoutMs: actionTimeoutMs }),
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
