import { describe, expect, test } from 'vitest';
import { pseudonymsFor } from '../../certify/certificate/pseudonyms.ts';
import { judgePartner } from '../../certify/obligations/judge.ts';
import { allScenarios } from '../../certify/scenarios/all-scenarios.ts';
import { burst } from '../../certify/scenarios/notifications.ts';
import { type PartnerRecord, partnerRecordSchema } from '../../core/partner-record.ts';
import { simulatedShop, simulatedTill } from '../../simulation/simulated-partners.ts';
import { simulateSession } from '../../simulation/simulated-session.ts';
import { rewritings } from './rewritings.ts';

/** Failures of a single play count as well: a rewritten session has no second one. */
const blamed = (record: PartnerRecord): string[] =>
  judgePartner(record).flatMap((verdict) => {
    const isDoubted = verdict.outcome === 'unverified' && verdict.cause === 'not-confirmed';
    return ['fail', 'warn'].includes(verdict.outcome) || isDoubted ? [`${verdict.id} ${verdict.seen[0]}`] : [];
  });

describe.each([
  ['shop', simulatedShop],
  ['till', simulatedTill],
])('a whole session of the %s', async (_, sample) => {
  // the many notifications of the burst are alike
  const only = allScenarios.filter((scenario) => scenario !== burst).map(({ name }) => name);
  const { records } = await simulateSession({ seed: 1, sample, only });
  const recorded = records.map((record) => JSON.stringify(record));

  test.each(Object.entries(rewritings))('says the same, rewritten with %s', (__, rewriting) => {
    for (const text of recorded) {
      const record = partnerRecordSchema.parse(JSON.parse(text));
      rewriting()(record);
      // as a certificate has it
      const [pseudonymous = record] = pseudonymsFor([record]).records;
      expect(blamed(pseudonymous)).toEqual([]);
    }
  });
});
