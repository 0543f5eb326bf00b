import { type Call, isBody, parsed, type Reply } from './call.ts';
import type { Manners, Scene } from './manners.ts';
import type { Settings } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

/** The platform did not accept a call after many attempts. The till tries it again later. */
export class NotAccepted extends Error {
  override name = 'NotAccepted';
}

export type Draft = Pick<Call, 'purpose' | 'about' | 'method' | 'path' | 'query' | 'body'>;

export interface Outbox {
  /**
   * Sends a call until it gets a response. `draft` runs for each attempt, so that no old data is sent. `isDone` says
   * before a retry whether the call already took effect. Rejects with `NotAccepted`.
   */
  send(draft: () => Draft, isDone?: () => Promise<boolean>): Promise<Reply>;
}

interface OutboxOptions {
  settings: Settings;
  surroundings: Surroundings;
  manners: Manners;
  scene: Scene;
  stopped: AbortSignal;
}

const maxAttempts = 14;
const maxInFlight = 16;

/** Limits the calls at the same time. The others wait in the order of their arrival. */
const createGate = (limit: number) => {
  let inFlight = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (inFlight >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else inFlight += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inFlight -= 1;
      else next();
    }
  };
};

export const createOutbox = ({ settings, surroundings, manners, scene, stopped }: OutboxOptions): Outbox => {
  const throughGate = createGate(maxInFlight);

  const exchange = async (call: Call): Promise<Reply> => {
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query)}`;
    const usual = call.body === undefined ? undefined : JSON.stringify(call.body);
    const text = typeof call.text === 'function' ? call.text() : (call.text ?? usual);
    const { method, headers, path } = call;
    const url = `${settings.platformUrl}${path}${query}`;
    const limits = { timeoutMs: settings.timeoutMs, signal: stopped };
    const answer = await throughGate(() => surroundings.exchange({ method, url, headers, text }, limits));
    if ('lost' in answer) return { status: 0, body: {} };
    const body = parsed(answer.text);
    return { status: answer.status, body: isBody(body) ? body : {} };
  };

  const callFrom = (draft: Draft, attempt: number): Call => ({
    ...structuredClone(draft),
    headers: {
      authorization: `Bearer ${scene.tokens[scene.company]}`,
      [settings.accessHeader]: settings.accessKey,
      ...(draft.body === undefined ? {} : { 'content-type': 'application/json' }),
      'user-agent': 'Till/1.0',
    },
    attempt,
  });

  return {
    async send(draft, isDone) {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const usual = callFrom(draft(), attempt);
        const call = manners.call(usual, scene);
        if (call === undefined) return { status: 200, body: {} };
        const reply = manners.understands(await exchange(call), call);
        stopped.throwIfAborted();
        if (!manners.tries(reply, call)) {
          for (const further of manners.also(call, reply, scene)) await exchange(further);
          return reply;
        }
        await surroundings.pause(manners.pauseMs(attempt, settings.pauseMs), stopped);
        stopped.throwIfAborted();
        if (await isDone?.()) return { status: 200, body: {} };
      }
      throw new NotAccepted(draft().purpose);
    },
  };
};
