import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { concludeRun, tallyOf } from '../conclude.ts';
import { digestOf, fileDigest } from '../digests.ts';
import { sampleExchange } from '../test-samples.ts';
import { evidenceBeside } from './recorded-run.ts';
import { type StoredRun, storedRun } from './test-stored-run.ts';
import { verifyRun } from './verify-run.ts';

/** Of every kind: plain, with waits, deliveries, a company alone, a further mailbox, users, a property, passive ones, and one that is not tried. */
const rules = [
  'AUTH-1',
  'ORD-4',
  'PAG-1',
  'USER-6',
  'DLV-1',
  'DLV-2',
  'DLV-16',
  'HOOK-1',
  'HOOK-7',
  'ISO-1',
  'COUP-1',
  'FLOW-1',
  'LAW-1',
  'LAW-31',
  'PAS-1',
  'PAS-15',
  'DLV-20',
];

let stored: StoredRun;
beforeAll(async () => {
  stored = await storedRun(rules);
});
afterAll(() => stored[Symbol.asyncDispose]());

const alone = { problems: [] };

/** A copy of the stored result with one changed verdict, and with a digest that fits, as a skilled forger would make it. */
const forged = (rule: string, change: (verdict: Verdict) => void): Result => {
  const copy = structuredClone(stored.result);
  const verdict = copy.verdicts.find((each) => each.rule === rule);
  if (!verdict) throw new Error(`the run did not judge ${rule}`);
  change(verdict);
  return { ...copy, digest: digestOf(copy) };
};

const problemsWith = async (result: Result): Promise<string> => (await verifyRun(result, alone)).problems.join('\n');

test('a stored run holds, and all but samples are judged again', async () => {
  const { problems, notKept, whole, inPart, isRecomputed } = await verifyRun(stored.result, alone);
  expect([problems, notKept, isRecomputed]).toEqual([[], [], true]);
  expect(whole + inPart).toBe(stored.result.verdicts.length);
  expect(inPart).toBe(4);
});

test('with what lies beside it, properties are judged again by all of their cases', async () => {
  const { problems, whole, inPart } = await verifyRun(stored.result, evidenceBeside(stored.file, stored.result));
  expect([problems, whole, inPart]).toEqual([[], stored.result.verdicts.length - 1, 1]);
});

test('a document that was changed and keeps its digest is found by it', async () => {
  const changed = { ...stored.result, target: { ...stored.result.target, name: 'another' } };
  expect(await problemsWith(changed)).toContain('its digest does not match');
});

describe('found although its digest fits', () => {
  test('a verdict', async () => {
    const result = forged('ORD-4', (verdict) => {
      verdict.outcome = 'fail';
    });
    expect(await problemsWith(result)).toContain('ORD-4: stored as fail, but its evidence shows pass');
  });

  test('the figures', async () => {
    const copy = { ...stored.result, conformance: { held: 1, judged: 1 } };
    expect(await problemsWith({ ...copy, digest: digestOf(copy) })).toContain('figures');
  });

  test('a body that the verdict rests on', async () => {
    const result = forged('ORD-4', ({ exchanges }) => {
      const last = exchanges.at(-1);
      if (last && 'text' in last) last.text = last.text.replace('"on-hold"', '"completed"');
    });
    expect(await problemsWith(result)).toContain('ORD-4: stored as pass, but its evidence shows fail');
  });

  test('a request', async () => {
    const result = forged('ORD-4', ({ exchanges }) => {
      for (const { request } of exchanges)
        if (request.body) request.body = request.body.replace('processing', 'completed');
    });
    expect(await problemsWith(result)).toContain('ORD-4: asked for and not recorded: POST /orders');
  });

  test('an exchange that was taken out', async () => {
    const result = forged('ORD-4', ({ exchanges }) => {
      exchanges.shift();
    });
    expect(await problemsWith(result)).toMatch(/ORD-4: asked for and not recorded: [A-Z]+ \//);
  });

  test('an answer that was put in', async () => {
    const result = forged('ORD-4', ({ recording, exchanges: [first] }) => {
      recording?.inputs.push({ answers: [first?.number ?? 0] });
    });
    expect(await problemsWith(result)).toContain('ORD-4: recorded and not asked for: exchange');
  });

  test('an attempt', async () => {
    const result = forged('DLV-1', ({ deliveries }) => {
      for (const { attempts } of deliveries) attempts.pop();
    });
    expect(await problemsWith(result)).toContain('DLV-1: ');
  });

  test('what was expected', async () => {
    const result = forged('ORD-4', ({ exchanges }) => {
      for (const { assertions } of exchanges) assertions.pop();
    });
    expect(await problemsWith(result)).toMatch(/ORD-4: exchange \d+: stored none, judged again/);
  });

  test('why a rule was not judged', async () => {
    const result = forged('DLV-20', (verdict) => {
      if (verdict.outcome === 'unverified') verdict.cause = 'unavailable';
    });
    expect(await problemsWith(result)).toContain('DLV-20: cause: stored "unavailable"');
  });

  test('a rule that is none', async () => {
    const result = forged('ORD-4', (verdict) => {
      verdict.rule = 'ORD-999';
    });
    expect(await problemsWith(result)).toContain('ORD-999: there is no such rule');
  });
});

test('what a run that was interrupted did not come to counts as no fault', async () => {
  const { result } = stored;
  const reason = 'the run was interrupted before this rule was judged';
  const verdicts = result.verdicts.map(
    ({ rule, section, text, source, level, requests, durationMs }): Verdict => ({
      rule,
      section,
      text,
      source,
      level,
      requests,
      durationMs,
      outcome: 'unverified',
      cause: 'not-reached',
      reason,
      assertions: 0,
      exchanges: [],
      deliveries: [],
    }),
  );
  const interrupted: Result = { ...result, ...tallyOf(verdicts), verdicts, run: { ...result.run, interrupted: true } };
  const copy: Result = { ...interrupted, concluded: concludeRun(interrupted) };
  const { problems, notKept } = await verifyRun({ ...copy, digest: digestOf(copy) }, evidenceBeside(stored.file, copy));
  expect(problems).toEqual([]);
  expect(notKept).toHaveLength(verdicts.length);
});

test('what a line holds that looks like the end of one is read as it is', async () => {
  const { file, result } = stored;
  const name = 'exchanges.ndjson.gz';
  const exchange = { ...sampleExchange({ path: '/products' }, { text: '\u2028\u0085' }), number: 1_000_000 };
  await appendFile(join(dirname(file), name), gzipSync(`${JSON.stringify(exchange)}\n`));
  const copy = { ...result, files: { ...result.files, [name]: fileDigest(join(dirname(file), name)) } };
  const { files, problems } = evidenceBeside(file, copy);
  expect([problems, files?.byNumber.get(1_000_000)]).toEqual([[], exchange]);
});

test('a file beside it that was changed is found', async () => {
  const { file, result } = stored;
  await appendFile(join(dirname(file), 'cases.ndjson'), '{}\n');
  const { problems } = await verifyRun(result, evidenceBeside(file, result));
  expect(problems).toContainEqual(expect.stringContaining('cases.ndjson was changed after it was written'));
});

test('what other rules judged is not called computed again, and counts as no fault', async () => {
  const copy = { ...stored.result, suite: { ...stored.result.suite, rules: 'of another version' } };
  const { problems, isRecomputed, hindrance } = await verifyRun({ ...copy, digest: digestOf(copy) }, alone);
  expect([problems, isRecomputed, hindrance]).toEqual([[], false, expect.stringContaining('other rules')]);
});

test('what does not hold its set-up cannot be computed again', async () => {
  const { setUp: _, ...copy } = stored.result;
  const { isRecomputed, hindrance } = await verifyRun({ ...copy, digest: digestOf(copy) }, alone);
  expect([isRecomputed, hindrance]).toEqual([false, 'it does not contain the inputs of its checks']);
});
