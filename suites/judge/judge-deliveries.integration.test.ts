import { expect, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import { changeOf } from '../defect.ts';
import { openTestRun } from '../session/test-run.ts';
import { webhookDeliveryDefects } from '../webhook-delivery/defects.ts';
import { webhookDelivery } from '../webhook-delivery/rules.ts';
import { judge } from './judge.ts';

const lossy = 'the way to the receiver loses what is sent';

const judged = async (id: string, doubt: string | undefined, options: EmbeddedOptions = {}): Promise<Verdict> => {
  await using run = await openTestRun(options);
  const rule = webhookDelivery.find((each) => each.id === id);
  if (!rule) throw new Error(`there is no rule ${id}`);
  return await judge(
    { ...run.session, doubtDeliveries: async () => (doubt ? { cause: 'not-observable', reason: doubt } : undefined) },
    'tested',
    rule,
  );
};

test('what rests on deliveries does not pass where the way to the receiver loses them', async () => {
  expect(await judged('DLV-1', undefined)).toMatchObject({ outcome: 'pass' });
  const doubted = await judged('DLV-1', lossy);
  expect(doubted).toMatchObject({ outcome: 'unverified', cause: 'not-observable', reason: lossy });
  // the recording alone would come to another end
  expect(doubted).not.toHaveProperty('recording');
});

test('a fault of deliveries is no verdict there, and is reported in the reason', async () => {
  const options = changeOf(webhookDeliveryDefects.find(({ rule }) => rule === 'DLV-8') ?? {});
  expect(await judged('DLV-8', undefined, options)).toMatchObject({ outcome: 'fail' });
  const doubted = await judged('DLV-8', lossy, options);
  expect(doubted).toMatchObject({
    outcome: 'unverified',
    cause: 'not-observable',
    reason: expect.stringMatching(/^a fault was seen \(.+: expected .+, got .+\), and the way to the receiver loses/),
  });
  expect(doubted).not.toHaveProperty('violation');
});
