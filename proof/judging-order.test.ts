import { expect, test } from 'vitest';
import { judgeSelected } from '../properties/rule-judges.ts';
import { simulate } from '../simulation/simulated-run.ts';

test('what waits for a retry schedule has it begin before most calls of the others, which use the time', async () => {
  await simulate(
    { seed: 1, depth: 'full', profile: (profile) => ({ ...profile, limits: { ...profile.limits, concurrency: 4 } }) },
    async (session) => {
      const verdicts = await judgeSelected(session, ({ id }) => /^(PROD-|CUST-|STORE-|DLV-20$|LAW-63$)/.test(id));
      expect(verdicts.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
      const { exchanges } = session;
      for (const id of ['DLV-20', 'LAW-63']) {
        const triggered = exchanges.findLastIndex(({ by, request }) => by === id && request.method === 'PUT');
        const ended = exchanges.findLastIndex(({ by }) => by === id);
        const between = exchanges.slice(triggered, ended).length;
        expect([id, triggered < exchanges.length / 4, between > exchanges.length / 2]).toEqual([id, true, true]);
      }
    },
  );
});
