import { setTimeout as delay } from 'node:timers/promises';
import { type Lost, openTransport, type WireAnswer } from '../../fixtures/client/transport.ts';
import type { Company, Profile } from '../../fixtures/profile/profile.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';

/** The only documented list, with parameters that every target accepts (Endpoints › Paginated lists). */
const probePath = '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=1';

export interface Probe {
  answer: WireAnswer | Lost;
  durationMs: number;
}

const tries = 3;
const maxPauseMs = 3000;

const isUnavailable = (answer: WireAnswer | Lost): boolean =>
  'status' in answer && (answer.status === 429 || answer.status >= 500);

const pauseMs = (answer: WireAnswer | Lost): number => {
  const retryAfter = 'headers' in answer ? Number(answer.headers['retry-after']) : Number.NaN;
  return Math.min(retryAfter > 0 ? retryAfter * 1000 : 300, maxPauseMs);
};

/** Sends GET with a company's credentials, unless headers override them; again on 429 and 5xx. */
export const ask = async (
  profile: Profile,
  company: Company,
  path: string,
  headers: Record<string, string> = {},
): Promise<Probe> => {
  await using transport = openTransport(1, profile.limits.timeoutSeconds, profile.tls);
  const url = profile.baseUrl.replace(/\/+$/, '') + path;
  for (let tried = 1; ; tried++) {
    const started = performance.now();
    const answer = await transport.exchange({
      url,
      method: 'GET',
      headers: { ...credentialHeaders(profile, company), ...headers },
    });
    if (!isUnavailable(answer) || tried === tries) return { answer, durationMs: performance.now() - started };
    await delay(pauseMs(answer));
  }
};

/** Requests one product. */
export const probe = (profile: Profile, company: Company, headers?: Record<string, string>): Promise<Probe> =>
  ask(profile, company, probePath, headers);
