import type { Call } from '../../platform/http/call.ts';
import { webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { type Runtime, systemRuntime } from '../../platform/runtime.ts';
import { callsTo, sentFields } from '../broken-handling.ts';
import type { PlatformChange } from '../defect.ts';

/** What a company registered. */
export interface Registered {
  /** The URLs that were posted since the last PUT or DELETE, after the URL of that PUT. */
  urls: string[];
  /** The URL that the last PUT replaced. */
  former: string | undefined;
}

/** The URL that a registration sends, under whatever name. */
export const urlIn = (call: Call): string | undefined =>
  Object.values(sentFields(call)).find(
    (value): value is string => typeof value === 'string' && value.startsWith('http'),
  );

/** Sends a notification that no flow has caused. */
export const notify = ({ openSender }: Runtime, url: string, payload: object): void => {
  const sender = openSender({ keepAlive: false });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(payload);
  void sender
    .send({ url, method: 'POST', headers, body, framing: 'content-length', timeoutMs: 5_000, followsRedirects: false })
    .then(sender.close);
};

/** Remembers the registrations of each company, by its `Authorization` header. */
export const registry = () => {
  const byCredential = new Map<string, Registered>();
  const byBearer = new Map<string, Registered>();
  return {
    note(call: Call): void {
      const credential = call.headers.authorization ?? '';
      const registered = byCredential.get(credential) ?? { urls: [], former: undefined };
      byCredential.set(credential, registered);
      const url = urlIn(call);
      const last = registered.urls.at(-1);
      if (!callsTo('POST /webhooks')(call)) {
        registered.urls = [];
        registered.former = url === undefined || url === last ? undefined : last;
      }
      if (url !== undefined && url !== registered.urls.at(-1)) registered.urls.push(url);
      const { bearerToken } = sentFields(call);
      if (typeof bearerToken === 'string') byBearer.set(bearerToken, registered);
    },
    of: (call: Call): Registered | undefined => byCredential.get(call.headers.authorization ?? ''),
    ofBearer: (bearerToken: string | undefined): Registered | undefined => byBearer.get(bearerToken ?? ''),
    all: (): Registered[] => [...byCredential.values()],
  };
};

/** Sends every first attempt to a second URL as well, if there is one. */
export const copying = (
  copyTo: (own: Registered, all: readonly Registered[]) => string | undefined,
): PlatformChange => {
  const known = registry();
  let payload: object = {};
  let own: Runtime = systemRuntime;
  return {
    wrap: (handle, runtime) => {
      own = runtime;
      return async (call) => {
        const answer = await handle(call);
        if (call.segments[0] === 'webhooks' && answer.status === 200) known.note(call);
        return answer;
      };
    },
    policy: {
      webhooks: {
        // the platform calls both for the same attempt, one after the other
        payload(facts) {
          payload = webhooksPolicy.payload(facts);
          return payload;
        },
        authorization(facts) {
          const registered = known.ofBearer(facts.bearerToken);
          const url = registered && facts.attempt === 1 ? copyTo(registered, known.all()) : undefined;
          if (url !== undefined) notify(own, url, payload);
          return webhooksPolicy.authorization(facts);
        },
      },
    },
  };
};
