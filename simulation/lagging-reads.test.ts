import { expect, test } from 'vitest';
import { bodiesOf } from '../fixtures/run/bodies-of.ts';
import { credentialHeaders } from '../fixtures/run/credentials.ts';
import type { ReadLag } from './lagging-reads.ts';
import { simulate } from './simulated-run.ts';

const lagMs = 1000;

/** The statuses of a lookup of an order that was just created, by the virtual milliseconds since then. */
const statusesAfter = (readLag: ReadLag, path: string, moments: readonly number[]): Promise<number[]> =>
  simulate({ seed: 1, depth: 'quick', readLag }, async (session) => {
    const { profile } = session.handle;
    const [company] = profile.companies;
    if (!company) throw new Error('the profile has companies');
    const send = (method: string, at: string, body?: object) =>
      session.client.send(
        {
          by: 'test',
          company: company.name,
          method,
          path: at,
          headers: { ...credentialHeaders(profile, company), 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        },
        () => {},
      );
    const order = { externalId: 'late', status: 'on-hold', phone: '+5511987654321', total: 10 } as const;
    await send('POST', '/orders', bodiesOf(profile).order(order));
    const createdMs = session.time.now();
    const statuses: number[] = [];
    for (const moment of moments) {
      await session.time.wait(createdMs + moment - session.time.now());
      statuses.push((await send('GET', path)).status);
    }
    return statuses;
  });

test('a write is visible only after the lag', async () => {
  expect(await statusesAfter({ lagMs }, '/orders/external/late', [0, lagMs / 2, lagMs + 10])).toEqual([404, 404, 200]);
});

test('only the chosen reads are late', async () => {
  const isLate: ReadLag['isLate'] = ({ url }) => url.startsWith('/orders?');
  expect(await statusesAfter({ lagMs, isLate }, '/orders/external/late', [0])).toEqual([200]);
});

test('the copy has the same records with the same ids', async () => {
  const idOf = (readLag: ReadLag | undefined): Promise<string> =>
    simulate({ seed: 2, depth: 'quick', ...(readLag ? { readLag } : {}) }, async (session) => {
      const { profile } = session.handle;
      const [company] = profile.companies;
      if (!company) throw new Error('the profile has companies');
      const list = await session.client.send(
        {
          by: 'test',
          company: company.name,
          method: 'GET',
          path: '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=50',
          headers: credentialHeaders(profile, company),
        },
        () => {},
      );
      return list.text;
    });
  const sorted = (text: string): string[] => [...text.matchAll(/"id":"[^"]+"/g)].map(([id]) => id).toSorted();
  expect(sorted(await idOf({ lagMs }))).toEqual(sorted(await idOf(undefined)));
});
