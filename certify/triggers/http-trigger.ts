import { request as send } from 'undici';
import { z } from 'zod';
import { parsedJson } from '../../fixtures/parsed-json.ts';
import { heldCouponSchema } from '../../suites/partner/record.ts';
import type { Acted, Trigger } from './trigger.ts';

interface HttpTriggerOptions {
  /** Base of the hooks; the action's name is appended. */
  url: string;
  /** Sent as a bearer, where there is one. */
  token?: string;
}

const patienceMs = 30_000;
const answerSchema = z.object({ id: z.string().optional(), code: z.string().optional(), told: z.string().optional() });
const stateSchema = z.object({ coupons: z.array(z.object(heldCouponSchema.shape)) });

const notImplemented = 501;
const notFound = 404;
const longestTold = 300;

/**
 * Hooks that the partner's software serves: POST `<url>/<action>` with the parameters as JSON, answered 200 with its own
 * id, or 501 for what it cannot do; POST `<url>/idle` is answered when nothing is under way. POST `<url>/restart` and GET
 * `<url>/state` may be missing.
 */
export const httpTrigger = ({ url, token }: HttpTriggerOptions): Trigger => {
  const base = url.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };

  const post = async (name: string, parameters: Record<string, unknown>, timeoutMs: number): Promise<Acted> => {
    try {
      const { statusCode, body } = await send(`${base}/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(parameters),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await body.text();
      const answer = answerSchema.safeParse(parsedJson(text));
      const { id, code, told } = answer.success ? answer.data : {};
      const said = { ...(id === undefined ? {} : { id }), ...(code === undefined ? {} : { code }) };
      if (statusCode < 300) return { outcome: 'done', ...said };
      const reason = told ?? text.slice(0, longestTold);
      const isMissing = statusCode === notImplemented || statusCode === notFound;
      return { outcome: isMissing ? 'cannot' : 'failed', told: `${statusCode}${reason === '' ? '' : `: ${reason}`}` };
    } catch (error) {
      return { outcome: 'failed', told: error instanceof Error ? error.message : String(error) };
    }
  };

  return {
    act: (action, parameters) => post(action, parameters, patienceMs),
    async idle(untilMs) {
      const { outcome } = await post('idle', {}, untilMs);
      // without the hook there is nothing to wait for
      return outcome !== 'failed';
    },
    restart: () => post('restart', {}, patienceMs),
    async state() {
      try {
        const { statusCode, body } = await send(`${base}/state`, { headers, signal: AbortSignal.timeout(patienceMs) });
        const text = await body.text();
        const answer = statusCode < 300 ? stateSchema.safeParse(parsedJson(text)) : undefined;
        return answer?.success ? answer.data.coupons : undefined;
      } catch {
        return undefined;
      }
    },
  };
};
