import { expect, test } from 'vitest';
import { compareResults } from '../compare-results.ts';
import { previewOf } from './preview.ts';
import { evidenceBeside, recordedRun } from './recorded-run.ts';
import { type StoredRun, storedRun } from './test-stored-run.ts';

const previewed = async ({ result }: Pick<StoredRun, 'result'>, files?: ReturnType<typeof evidenceBeside>) => {
  const run = recordedRun(result);
  if (!run) throw new Error('the run holds what its checks were given');
  const { replayed, undecided } = await previewOf(result, run, files?.files);
  return { changes: compareResults(result, replayed).changes.map(({ rule, kind }) => [rule, kind]), undecided };
};

test('by the rules that judged it nothing changes', async () => {
  await using stored = await storedRun(['ORD-4', 'DLV-1', 'LAW-31', 'PAS-1']);
  const beside = evidenceBeside(stored.file, stored.result);
  expect(await previewed(stored)).toEqual({ changes: [], undecided: [] });
  expect(await previewed(stored, beside)).toEqual({ changes: [], undecided: [] });
});

test('what these rules say otherwise is reported, and what was not recorded for them is not', async () => {
  await using stored = await storedRun(['ORD-2', 'ORD-4']);
  const { result } = stored;
  const [otherwise, notRecorded] = result.verdicts;
  if (!(otherwise && notRecorded)) throw new Error('there are two verdicts');
  // as an earlier version may have judged, asked, and had
  result.suite.rules = 'of an earlier version';
  otherwise.outcome = 'fail';
  notRecorded.exchanges = [];
  result.verdicts.push({ ...notRecorded, rule: 'ORD-999' });
  const { changes, undecided } = await previewed(stored);
  expect(changes).toEqual([
    ['ORD-2', 'fixed'],
    ['ORD-999', 'removed'],
  ]);
  expect(undecided).toEqual([{ rule: 'ORD-4', why: expect.stringContaining('asked for and not recorded') }]);
});

test('a property that one of its cases breaks by these rules is reported, and needs what lies beside the result', async () => {
  await using stored = await storedRun(['LAW-31']);
  const beside = evidenceBeside(stored.file, stored.result);
  const [verdict] = stored.result.verdicts;
  const cases = beside.files?.cases.get('LAW-31') ?? [];
  const first = cases.find(({ recording }) => recording?.path !== verdict?.recording?.path);
  // the answer that the property asserts something about, as a target might give it that breaks the property
  for (const number of first?.exchanges ?? []) {
    const exchange = beside.files?.byNumber.get(number);
    if (exchange && 'status' in exchange && exchange.request.method === 'GET') {
      exchange.text = exchange.text.replace(/"id":"[^"]*"/, `"id":"${number}"`);
    }
  }
  expect((await previewed(stored)).changes).toEqual([]);
  expect((await previewed(stored, beside)).changes).toEqual([['LAW-31', 'newly failing']]);
});
