import { expect, test } from 'vitest';
import type { Exchange } from '../fixtures/exchange.ts';
import { bodiesOf } from '../fixtures/run/bodies-of.ts';
import { credentialHeaders } from '../fixtures/run/credentials.ts';
import type { Session } from '../suites/session/session.ts';
import type { ReadLag } from './lagging-reads.ts';
import { simulate } from './simulated-run.ts';

const lagMs = 1000;

const send = (
  { client, handle: { profile } }: Session,
  method: string,
  path: string,
  body?: object,
): Promise<Exchange> => {
  const [company] = profile.companies;
  if (!company) throw new Error('the profile has companies');
  const headers = { ...credentialHeaders(profile, company), 'content-type': 'application/json' };
  const call = { by: 'test', company: company.name, method, path, headers };
  return client.send({ ...call, ...(body ? { body: JSON.stringify(body) } : {}) }, () => {});
};

/** The statuses of a lookup of an order that was just created, by the virtual milliseconds since then. */
const statusesAfter = (readLag: ReadLag, moments: readonly number[]): Promise<number[]> =>
  simulate({ seed: 1, depth: 'quick', readLag }, async (session) => {
    const order = { externalId: 'late', status: 'on-hold', phone: '+5511987654321', total: 10 } as const;
    await send(session, 'POST', '/orders', bodiesOf(session.handle.profile).order(order));
    const createdMs = session.time.now();
    const statuses: number[] = [];
    for (const moment of moments) {
      await session.time.wait(createdMs + moment - session.time.now());
      statuses.push((await send(session, 'GET', '/orders/external/late')).status);
    }
    return statuses;
  });

test('a write is visible only after the lag', async () => {
  expect(await statusesAfter({ lagMs }, [0, lagMs / 2, lagMs + 10])).toEqual([404, 404, 200]);
});

test('only the chosen reads are late', async () => {
  const isLate: ReadLag['isLate'] = ({ url }) => url.startsWith('/orders?');
  expect(await statusesAfter({ lagMs, isLate }, [0])).toEqual([200]);
});

test('the copy has the same records with the same ids', async () => {
  const idsIn = (readLag: ReadLag | undefined): Promise<string[]> =>
    simulate({ seed: 2, depth: 'quick', ...(readLag ? { readLag } : {}) }, async (session) => {
      const { text } = await send(session, 'GET', '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=50');
      return (text.match(/"id":"[^"]+"/g) ?? []).toSorted();
    });
  const ids = await idsIn(undefined);
  expect(ids.length).toBeGreaterThan(0);
  expect(await idsIn({ lagMs })).toEqual(ids);
});
