import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { evidenceIn } from '../certificate/evidence.ts';
import { judgePartner } from '../obligations/judge.ts';
import { exampleTill, playWith, tillFolder } from './example-session.ts';

test('the till keeps running as a process of its own when a restart cuts off a hook that waits', async () => {
  await using folder = await temporaryFolder();
  const only = ['registered', 'order', 'restarted-at-work', 'unregistered-coupon', 'look-ups-answered-500-restarted'];
  const { ended, endedBy, records } = await playWith(
    await exampleTill({ TILL_JOURNAL: join(folder.path, 'journal'), TILL_PAUSE_MS: '20' }),
    { only, partnerFolder: tillFolder },
  );
  expect([ended, endedBy]).toEqual(['complete', undefined]);
  // the hook waits for a lookup that fails until the restart, so it never answers
  const { actions } = evidenceIn(records);
  expect(actions.filter(({ outcome }) => outcome === 'failed').map(({ action }) => action)).toContain('redeem');
  expect(actions.filter(({ action }) => action === 'restart').map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect(judgePartner(...records).filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')).toEqual([]);
});
