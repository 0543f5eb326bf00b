import type { Client } from '../../fixtures/client/client.ts';
import { Unavailable } from '../../fixtures/client/unavailable.ts';
import { isAnswered, type RecordedExchange } from '../../fixtures/exchange.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { placeOf } from '../../suites/judge/assertion-key.ts';
import type { Degrade } from './degraded-answers.ts';

/** A step of a check: company, method, route and number. A repeated request is the same step. */
export type Spot = string;

export interface SpottingClient extends Client {
  spotOf(exchange: RecordedExchange): Spot | undefined;
  /** Whether the check reached the degraded step. */
  isMet(): boolean;
}

/** Whether a write, its path and body, may be of what a path leads to: it names its key, or the id that the path showed. */
const mayWrite = (write: string, path: string, shown: string): boolean => {
  const [, root = '', ...key] = path.replace(/\?.*/, '').split('/');
  const [, written = '', id, more] = write.replace(/[ ?].*/s, '').split('/');
  const isById = written === root && id !== undefined && more === undefined && shown.includes(id);
  return key.length < 2 ? written === root : write.includes(decodeURIComponent(key.at(-1) ?? '')) || isById;
};

/**
 * A client for one try that numbers the steps, and degrades every answer to one of them. A 429 or 5xx ends the call at
 * once, without the client's retries.
 */
export const spotting = (client: Client, at?: { spot: Spot; degrade: Degrade }): SpottingClient => {
  const spots = new Map<RecordedExchange, Spot>();
  const companies: string[] = [];
  const counts = new Map<string, number>();
  const asked = new Map<string, Spot>();
  const writes: string[] = [];
  /** What each path returned last. */
  const shown = new Map<string, string>();
  let isMet = false;

  const spotOf = ({ company, method, path, headers, body }: Parameters<Client['send']>[0]): Spot => {
    // each try may have its own company to change
    if (!companies.includes(company)) companies.push(company);
    const place = `company ${companies.indexOf(company) + 1}: ${placeOf({ request: { method, path, headers } })}`;
    if (method !== 'GET') writes.push(`${path} ${body ?? ''}`);
    // a request that is repeated without a write of its record waits for its answer to change
    const question = JSON.stringify([
      place,
      path,
      headers,
      body,
      writes.filter((write) => mayWrite(write, path, shown.get(path) ?? '')).length,
    ]);
    const known = asked.get(question);
    if (known !== undefined) return known;
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    const spot = `${place} #${count}`;
    asked.set(question, spot);
    return spot;
  };

  return {
    ...client,
    async send(call, record) {
      const spot = spotOf(call);
      const degrade = spot === at?.spot ? at.degrade : undefined;
      if (degrade) isMet = true;
      const answer = await client.send(call, (recorded) => {
        if (degrade && isAnswered(recorded)) {
          Object.assign(recorded, degrade(recorded, call.method));
          recorded.body = parsedJson(recorded.text);
        }
        if (call.method === 'GET' && isAnswered(recorded)) shown.set(call.path, recorded.text);
        spots.set(recorded, spot);
        record(recorded);
      });
      const { status } = answer;
      if (status === 429 || (status >= 500 && !call.expects5xx)) throw new Unavailable(`${spot} answered ${status}`);
      return answer;
    },
    spotOf: (exchange) => spots.get(exchange),
    isMet: () => isMet,
  };
};
