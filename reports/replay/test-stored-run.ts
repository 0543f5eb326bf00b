import { type Result, resultSchema } from '../../core/result.ts';
import { startRun } from '../../fixtures/run/start-run.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { type EmbeddedOptions, startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { runFiles } from '../../suites/session/evidence-folder.ts';
import { openSession } from '../../suites/session/session.ts';
import { buildResult } from '../build-result.ts';
import { writeFiles } from '../write-files.ts';

export interface StoredRun extends AsyncDisposable {
  /** The result as read from its file. */
  result: Result;
  file: string;
}

/** Runs rules and properties on an embedded platform and writes the run as `selo run` does. */
export const storedRun = async (rules: readonly string[], options: EmbeddedOptions = {}): Promise<StoredRun> => {
  const resources = new AsyncDisposableStack();
  const out = resources.use(await temporaryFolder());
  await using ofRun = new AsyncDisposableStack();
  const target = ofRun.use(await startEmbedded(options));
  const { profile, secrets } = target;
  const folder = `${out.path}/stored`;
  const run = ofRun.use(await startRun({ profile, secrets, depth: 'quick', seed: 1, folder }));
  const { handle } = run;
  const session = await openSession(handle);
  const all = await judgeSelected(session, ({ id }) => rules.includes(id));
  // flushes its evidence
  await session[Symbol.asyncDispose]();
  const missing = rules.filter((id) => !all.some(({ rule }) => rule === id));
  if (missing.length > 0) throw new Error(`there is no ${missing.join(', ')}`);
  const startedAt = new Date();
  const result = buildResult({
    handle,
    verdicts: all,
    startedAt,
    endedAt: startedAt,
    isInterrupted: false,
    requests: session.exchanges.length,
    troubles: [],
    faults: [],
    targetOptions: [],
    suiteVersion: '0.0.0',
  });
  const written = writeFiles(result, {
    secrets: handle.secrets,
    folder,
    grown: [runFiles.cases, runFiles.journal],
    packed: [runFiles.exchanges],
  });
  return {
    result: resultSchema.parse(JSON.parse(JSON.stringify(written))),
    file: `${folder}/result.json`,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
