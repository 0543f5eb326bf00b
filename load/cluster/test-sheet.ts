import { type RunSheet, sheetVersion } from '../run/figures/run-sheet.ts';
import { noLookups } from '../run/settle/reconcile.ts';

/** The sheet of a run with two companies, settled after a minute, with these changes. */
export const testSheet = (runId: string, change: (sheet: RunSheet) => void = () => {}): RunSheet => {
  const sheet: RunSheet = {
    schema: sheetVersion,
    run: {
      id: runId,
      startedAt: '2026-11-21T10:00:00.000Z',
      script: 'webhooks',
      shape: 'steady',
      seed: 1,
      ended: 'complete',
      selo: '0.1.0',
      k6: '2.2.0',
      node: '24.1.0',
      machine: { platform: 'Linux x64', cpu: 'Example 3000', cores: 8, memoryGiB: 16 },
      configuration: 'c0ffee',
    },
    target: { name: 'staging', baseUrl: 'https://partners.example', isEmbedded: false, timeScale: 1 },
    plan: {
      rate: 100,
      seconds: 10,
      warmUpSeconds: 3,
      users: 75,
      arrivals: 'even',
      companies: ['amber', 'birch'],
      weights: { completed: 1 },
      sampleEvery: 10,
      refuseEvery: 0,
    },
    timing: { timeScale: 1, dispatchMs: 1_000, timeoutMs: 5_000 },
    objectives: {},
    failingReceivers: [],
    drills: [],
    generatorCpu: 0.2,
    errors: [],
    capture: {
      processes: 1,
      received: 4,
      overloaded: 0,
      turnedAway: 0,
      unreadable: 0,
      loopDelayP99Ms: 2,
      memoryMiB: 80,
    },
    observations: { ...noLookups(), orders: [] },
    settledMs: Date.parse('2026-11-21T10:01:00.000Z'),
  };
  change(sheet);
  return sheet;
};
