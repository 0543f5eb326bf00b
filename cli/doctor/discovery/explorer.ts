import { isObject } from '../../../core/json.ts';
import type { Client } from '../../../fixtures/client/client.ts';
import { Unavailable } from '../../../fixtures/client/unavailable.ts';
import type { Exchange } from '../../../fixtures/exchange.ts';
import type { Company, Profile } from '../../../fixtures/profile/profile.ts';
import { credentialHeaders } from '../../../fixtures/run/credentials.ts';
import type { Runtime } from '../../../fixtures/runtime.ts';

/** Pauses before each read of a record that was just written. */
const settleMs = [0, 300, 700, 1500, 2500];

/** Sends requests to a target and generates data for new records. */
export interface Explorer {
  company: Company;
  /** Undefined if the target gave no usable answer. */
  ask(method: string, path: string, body?: object | string): Promise<Exchange | undefined>;
  /** Reads until the record is there, for five seconds at most. */
  read(path: string): Promise<Exchange | undefined>;
  /** A text that no record of the target contains. */
  newText(): string;
  newPhone(): string;
  /** Pattern of new phones: each # becomes a digit. Another one is set if the target refuses it. */
  phones: { pattern: string };
  of(company: Company): Explorer;
  runtime: Pick<Runtime, 'now' | 'date' | 'pause' | 'randomBytes'>;
  /** The created records in order, with the path that a DELETE removes them by. */
  created: { what: string; company: string; path: string }[];
}

export interface ExplorerOptions {
  client: Client;
  /** Where the target is, its companies and what may be done there. Its resources are not read. */
  profile: Profile;
  runtime: Explorer['runtime'];
}

export const isRecord = (answer: Exchange | undefined): answer is Exchange & { body: { id: string } } =>
  answer?.status === 200 && isObject(answer.body) && typeof answer.body.id === 'string';

export const openExplorer = ({ client, profile, runtime }: ExplorerOptions): Explorer => {
  const created: Explorer['created'] = [];
  const letters = (count: number): string =>
    [...runtime.randomBytes(count)].map((byte) => 'abcdefghijkmnpqrstuvwxyz'[byte % 24] ?? 'a').join('');
  const tag = letters(4);
  const phones = { pattern: profile.phonePattern };
  let made = 0;
  const exploring = (company: Company): Explorer => {
    const ask: Explorer['ask'] = async (method, path, body) => {
      const headers = credentialHeaders(profile, company);
      try {
        return await client.send(
          {
            by: 'init',
            company: company.name,
            method,
            path,
            headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
            takesPage: (status) => status < 500 && status !== 403 && status !== 429,
          },
          () => {},
        );
      } catch (error) {
        if (error instanceof Unavailable) return undefined;
        throw error;
      }
    };
    return {
      company,
      ask,
      runtime,
      created,
      phones,
      async read(path) {
        let last: Exchange | undefined;
        for (const pauseMs of settleMs) {
          await runtime.pause(pauseMs);
          last = await ask('GET', path);
          if (isRecord(last)) return last;
        }
        return last;
      },
      newText() {
        made += 1;
        return `selo${tag}${made.toString(36)}x`;
      },
      newPhone: () => phones.pattern.replaceAll('#', () => String((runtime.randomBytes(1)[0] ?? 0) % 10)),
      of: exploring,
    };
  };
  const [first] = profile.companies;
  if (!first) throw new TypeError('a profile has a company');
  return exploring(first);
};
