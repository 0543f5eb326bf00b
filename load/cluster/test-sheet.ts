import { healthyRun } from '../gate/test-result.ts';
import { type RunSheet, sheetVersion } from '../run/figures/run-sheet.ts';
import { noLookups } from '../run/settle/settle.ts';

/** The sheet of a run with two companies, settled after a minute, with these changes. */
export const testSheet = (runId: string, change: (sheet: RunSheet) => void = () => {}): RunSheet => {
  const { run, target, plan, health } = healthyRun();
  const { durationSeconds: _, loadSeconds: __, ...started } = run;
  const sheet: RunSheet = {
    schema: sheetVersion,
    run: { ...started, id: runId, script: 'webhooks' },
    target,
    plan: { ...plan, rate: 100, seconds: 10, companies: ['amber', 'birch'], refuseEvery: 0 },
    timing: { timeScale: 1, dispatchMs: 1_000, timeoutMs: 5_000 },
    objectives: {},
    failingReceivers: [],
    drills: [],
    generatorCpu: 0.2,
    errors: [],
    capture: { ...health.capture, received: 4 },
    observations: { ...noLookups(), orders: [] },
    settledMs: Date.parse('2026-11-21T10:01:00.000Z'),
  };
  change(sheet);
  return sheet;
};
