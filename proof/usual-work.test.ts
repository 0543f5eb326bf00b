import { expect, test } from 'vitest';
import written from '../reports/failures/usual-work.json' with { type: 'json' };
import { listedRules } from '../reports/listed-rules.ts';
import { usualWork } from './usual-work.ts';

test('reports/failures/usual-work.json has every rule', () => {
  expect(Object.keys(written), 'write it again: npm run proof -- --record').toEqual(listedRules.map(({ id }) => id));
});

test('reports/failures/usual-work.json says what rules do', async () => {
  const some = /^(PAG|STORE|USER)-|^LAW-21$/;
  const work = await usualWork(({ id }) => some.test(id));
  const known = new Map(Object.entries(written));
  for (const [id, { requests, creates, deletesUsers }] of Object.entries(work)) {
    const row = known.get(id);
    expect(row, id).toMatchObject({ deletesUsers });
    expect(Object.keys(row?.creates ?? {}).toSorted(), id).toEqual(Object.keys(creates).toSorted());
    // lists are shorter here, because few rules have filled them
    expect(Math.abs((row?.requests ?? 0) - requests), id).toBeLessThanOrEqual(3 + requests / 2);
  }
});
