import type { Listening } from '../../fixtures/processes/listening.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { ProfileInput } from '../../fixtures/profile/schema.ts';
import { testProfile, testSecrets } from '../../fixtures/test-profile.ts';
import { serving } from '../../fixtures/test-server.ts';

/** How a test target differs from the document. */
export interface TargetOptions {
  /** Ids of a company's products by its token. */
  products?: (token: string) => string[];
  createdAt?: string;
  /** `null` sends no Date header. */
  date?: Date | null;
  /** Accepts any second header and token. */
  isOpen?: boolean;
  /** Another answer to a path; undefined for the usual one. */
  answer?: (path: string, asked: number) => { status: number; body: unknown } | undefined;
}

const knownUser = { id: '6f1c1f5e-1111-4111-8111-111111111111', email: 'known@b.example' };

/** Starts a target that answers what the doctor asks. */
export const startTarget = (options: TargetOptions = {}): Promise<Listening> => {
  const asked = new Map<string, number>();
  return serving((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://target');
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    const write = (status: number, body: unknown): void => {
      if (options.date === null) response.sendDate = false;
      else if (options.date) response.setHeader('date', options.date.toUTCString());
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (!options.isOpen && request.headers['service-access'] !== testSecrets.ACCESS)
      return write(403, 'Just a moment...');
    const isKnown = token === testSecrets.TOKEN || token === testSecrets.SECOND;
    if (!options.isOpen && !isKnown) return write(401, { message: 'no' });
    const other = options.answer?.(pathname, asked.get(pathname) ?? 1);
    if (other) return write(other.status, other.body);
    if (pathname === `/users/${knownUser.id}`) return write(200, knownUser);
    if (pathname !== '/products') return write(404, { message: 'unknown' });
    const ids = (options.products?.(token) ?? [`${token}-1`]).slice(0, Number(searchParams.get('pageSize')));
    const createdAt = options.createdAt ?? '2026-01-01T12:00:00Z';
    write(200, { pagination: {}, data: ids.map((id) => ({ id, createdAt, category: { id: 'shared-by-all' } })) });
  });
};

/** The profile of a test target, with two companies. */
export const targetProfile = (url: string, said: Partial<ProfileInput> = {}): Profile =>
  testProfile(url, {
    companies: [
      { name: 'main', token: { env: 'TOKEN' }, users: { known: knownUser } },
      { name: 'other', token: { env: 'SECOND' } },
    ],
    ...said,
  }).profile;
