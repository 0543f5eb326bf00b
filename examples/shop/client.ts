import { createFaultyCalls } from './faulty-calls.ts';
import { type JsonObject, parseJson } from './json.ts';
import type { Settings } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: JsonObject;
}

/** The result of a call; `lost` says why there is no response. */
export type Answer = { status: number; body: unknown } | { lost: string };

export interface Client {
  /** Sends one call once. Rejects only when the signal aborts. */
  send(call: Call, resend: number): Promise<Answer>;
}

/** Calls the platform with both credentials. */
export const createClient = (
  { platform, behavior }: Settings,
  surroundings: Surroundings,
  signal: AbortSignal,
): Client => {
  const { does } = behavior;
  const faulty = createFaultyCalls(behavior, platform, surroundings);

  const headersFor = (body: JsonObject | undefined): Record<string, string> => {
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${platform.token}`,
      [platform.access.header]: platform.access.key,
      ...(body && {
        'Content-Type': does('content type with charset') ? 'application/json; charset=utf-8' : 'application/json',
      }),
    };
    if (!does('header names in lower case') && !does('header names in capitals')) return headers;
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        does('header names in capitals') ? name.toUpperCase() : name.toLowerCase(),
        value,
      ]),
    );
  };

  return {
    async send({ method, path, body }, resend) {
      const sent = body && does('sends unknown fields') ? { ...body, sentBy: 'shop', attempt: resend + 1 } : body;
      const call = faulty.change({ method, path, headers: headersFor(body), body: sent, resend });
      const text = typeof call.body === 'object' ? JSON.stringify(call.body) : call.body;
      const length =
        text !== undefined && !does('chunked bodies') ? { 'Content-Length': String(Buffer.byteLength(text)) } : {};
      const answer = await surroundings.exchange(
        { url: platform.url + call.path, method: call.method, headers: { ...call.headers, ...length }, text },
        { timeoutMs: platform.timeoutMs, signal },
      );
      if ('lost' in answer) return answer;
      const read = parseJson(answer.text);
      if (answer.status < 300) faulty.learn(call, read);
      return { status: answer.status, body: read };
    },
  };
};
