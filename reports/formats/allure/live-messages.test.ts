import { expect, test } from 'vitest';
import type { Verdict } from '../../../core/verdict.ts';
import type { RunHandle } from '../../../fixtures/run/run-handle.ts';
import { testProfile, testSecrets } from '../../../fixtures/test-profile.ts';
import { sampleExchange, sampleFailure } from '../../test-samples.ts';
import { liveMessages } from './live-messages.ts';

const handleOf = (reason: string): RunHandle => ({
  runId: 'run-1',
  seed: 1,
  depth: 'quick',
  mailboxes: {},
  unregistered: {},
  folder: '.',
  ...testProfile('https://partners.example', { waivers: [{ rule: 'PAG-2', reason, until: '2100-01-01' }] }),
});

const failure = (text: string): Verdict => ({
  ...sampleFailure({ text, violation: { pointer: 'status', expected: text, actual: text, exchange: 7 } }),
  exchanges: [sampleExchange({ headers: { authorization: text }, body: text }, { text })],
  deliveries: [],
});

test('a verdict is reported with the waiver that covers it', () => {
  const [metadata] = liveMessages(handleOf('agreed'), '0.1.0')(failure('x'));
  expect(JSON.stringify(metadata)).toContain('"waived"');
  expect(JSON.stringify(metadata)).toContain('until 2100-01-01: agreed');
});

test('a secret that came through is replaced by its name, wherever it is and even where a text is cut', () => {
  const long = `${'x'.repeat(490)}${testSecrets.TOKEN}`;
  const messages = liveMessages(handleOf(testSecrets.ACCESS), '0.1.0')(failure(long));
  const said = JSON.stringify(messages);
  expect(said).toContain('«TOKEN»');
  expect(said).toContain('«ACCESS»');
  expect(said).not.toMatch(/token-|access-value/);
});

test('steps begin and end one after another, at most two deep', () => {
  const open: string[] = [];
  for (const message of liveMessages(handleOf('agreed'), '0.1.0')(failure('x'))) {
    if (message.type === 'step_start') open.push(message.data.name);
    if (message.type === 'step_stop') expect(open.pop()).toBeDefined();
    expect(open.length).toBeLessThanOrEqual(2);
  }
  expect(open).toEqual([]);
});
