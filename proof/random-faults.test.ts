import { expect, test } from 'vitest';
import { isFault, stabilityOf } from '../core/verdict.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import { callsTo } from '../suites/broken-handling.ts';
import { describeVerdict } from './judge-embedded.ts';
import { judgeTroubled } from './judge-troubled.ts';

// how rare a false positive is takes hundreds of runs: `node proof/random-faults.ts`
test.for([
  ['wrong', 1],
  ['mixed', 2],
] as const)(
  'no fault of a target that answers one request in 25 otherwise (%s, seed %s) is called stable, and none is hidden',
  async ([kind, seed]) => {
    const verdicts = await judgeTroubled({ kind, oneIn: 25, seed, depth: 'quick' });
    const wrongly = verdicts.filter(
      (verdict) => verdict.outcome === 'error' || stabilityOf(verdict)?.kind === 'stable',
    );
    expect(wrongly.map(describeVerdict)).toEqual([]);
    // the answers were wrong, and the report says so
    expect(verdicts.filter(isFault).length).toBeGreaterThan(3);
  },
);

test('a target that drops the one registration on which all notifications rest does not fail for its silence', async () => {
  let registrations = 0;
  const platform: Parameters<typeof judgeSimulated>[0]['platform'] = {
    wrap: (handle) => (call) =>
      callsTo('POST /webhooks')(call) && ++registrations === 1 ? { status: 200, body: '' } : handle(call),
  };
  const verdicts = await judgeSimulated({ seed: 1, depth: 'full', platform }, ({ id }) => id === 'DLV-1');
  expect(verdicts.map(describeVerdict)).toEqual(['DLV-1 · pass']);
});
