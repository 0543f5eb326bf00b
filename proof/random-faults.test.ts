import { expect, test } from 'vitest';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { callsTo } from '../suites/broken-handling.ts';
import { describeVerdict, isRed, judgeTarget } from './judge-embedded.ts';
import { judgeTroubled } from './judge-troubled.ts';

// how rare a false alarm is takes hundreds of runs: `node proof/random-faults.ts`
test.for([
  ['wrong', '1'],
  ['mixed', '2'],
] as const)(
  'no fault of a target that answers one request in 25 otherwise (%s, seed %s) is called stable, and none is hidden',
  async ([kind, seed]) => {
    const verdicts = await judgeTroubled({ kind, oneIn: 25, seed });
    const wrongly = verdicts.filter(({ outcome, stability }) => outcome === 'error' || stability?.kind === 'stable');
    expect(wrongly.map(describeVerdict)).toEqual([]);
    // the answers were wrong, and the report says so
    expect(verdicts.filter(isRed).length).toBeGreaterThan(3);
  },
);

test('a target that does not do the one registration on which all notifications rest is not accused of silence', async () => {
  let registrations = 0;
  await using target = await startEmbedded({
    wrap: (handle) => (call) =>
      callsTo('POST /webhooks')(call) && ++registrations === 1 ? { status: 200, body: '' } : handle(call),
  });
  const verdicts = await judgeTarget(target, ({ id }) => id === 'DLV-1');
  expect(verdicts.map(describeVerdict)).toEqual(['DLV-1 · pass']);
});
