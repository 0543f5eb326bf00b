import type { Certificate } from '../../core/certificate.ts';
import { capabilities, type PartnerRecord } from '../../core/partner-record.ts';
import { judgePartner } from '../obligations/judge.ts';
import { askedRecord } from '../obligations/test-records/test-asked-records.ts';
import { act, make } from '../obligations/test-records/test-record.ts';
import { testRecord } from '../obligations/test-records/test-whole-record.ts';
import { allScenarios } from '../scenarios/all-scenarios.ts';
import { levelOf } from './level.ts';

type Judged = Parameters<typeof levelOf>[0];

/** A time at which nothing else happens in the record of a correct partner. */
const endMs = 500_000;

/** A record of a correct partner, with a trace of each scenario. */
export const wholeRecord = (): PartnerRecord => {
  const record = testRecord();
  for (const { name } of allScenarios) {
    if (name !== 'without-order' && name !== 'burst') act(record, { action: 'none', fromMs: 0, scenario: name });
  }
  const ofPlatform = ['without-order', 'burst'];
  record.plays = ofPlatform.map((scenario, place) => ({ scenario, fromMs: endMs + 2 * place }));
  for (const [place, scenario] of ofPlatform.entries()) {
    make(record, `GIFT-OF-${scenario}`, 9 + place, { orderId: null, madeMs: endMs + 2 * place + 1 });
  }
  return record;
};

export const wholeSession = (): Certificate['session'] => ({
  kind: 'played',
  seed: 's',
  startedAt: '2026-11-21T10:00:00.000Z',
  ended: 'complete',
  scenarios: allScenarios.map(({ name, title }) => ({ name, title, outcome: 'played' })),
});

export const judged = (record = wholeRecord(), session = wholeSession()): Judged => ({
  partner: { name: 'Shop', version: '1', capabilities: [...capabilities] },
  session,
  verdicts: judgePartner(record, askedRecord()),
  records: [record],
});

/** The reasons of a record's level that name no obligation. */
export const reasonsOf = (record: PartnerRecord): string[] =>
  levelOf(judged(record)).reasons.filter((reason) => !reason.startsWith('PART-'));
