import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { scriptNames, shapeNames } from '../../core/load-kinds.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { testProfile, testSecrets } from '../../fixtures/test-profile.ts';
import { everyK6, testWithK6 as test } from '../k6/test-k6.ts';
import type { LoadPlan } from '../plan.ts';
import { type LoadRequest, planOf } from '../run/prepare/prepare-plan.ts';
import { loadOf, type Segment, usualLoads } from '../shapes.ts';

const script = fileURLToPath(new URL('load.ts', import.meta.url));
const run = promisify(execFile);

const stages = [
  { target: 60, seconds: 10 },
  { target: 90, seconds: 0 },
  { target: 90, seconds: 20 },
];

const { profile } = testProfile('http://127.0.0.1:1', {
  load: { stages },
  companies: [
    {
      name: 'main',
      token: { env: 'TOKEN' },
      flows: [
        { trigger: 'completed', step: { kind: 'giftback', percent: 10 }, runMode: 'once-per-order', active: true },
      ],
    },
  ],
});

const planFor = (asked: Partial<LoadRequest>): LoadPlan =>
  planOf(
    profile,
    { script: 'mixed', shape: 'steady', rate: 50, seconds: 20, seed: 1, jitter: false, ...asked },
    { runId: 'r', summaryFile: '/summary.json' },
  );

interface InspectedScenario {
  executor: string;
  startTime: string;
  timeUnit: string;
  gracefulStop: string;
  exec: string;
  preAllocatedVUs: number;
  rate?: number;
  duration?: string;
  startRate?: number;
  stages?: { target: number; duration: string }[];
}

interface Inspected {
  scenarios: Record<string, InspectedScenario>;
  tags: Record<string, string>;
}

/** The options that k6 reads from the script with this plan. */
const inspectWith = async (
  k6: string,
  plan: LoadPlan,
  environment: Record<string, string> = testSecrets,
): Promise<Inspected> => {
  await using folder = await temporaryFolder();
  const planFile = join(folder.path, 'plan.json');
  await writeFile(planFile, JSON.stringify(plan));
  const env = { SELO_LOAD_PLAN: planFile, ...environment };
  const { stdout } = await run(k6, ['inspect', '--include-system-env-vars', script], { env });
  return JSON.parse(stdout);
};

const secondsEach: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** Seconds of a duration as k6 writes it: `1h0m0s`. */
const secondsIn = (duration: string): number =>
  [...duration.matchAll(/([\d.]+)(ms|h|m|s)/g)].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (secondsEach[unit] ?? Number.NaN),
    0,
  );

/** The arrivals of a scenario, from its options in k6. */
const segmentsIn = ({ executor, timeUnit, rate, duration, startRate, stages }: InspectedScenario): Segment[] => {
  const perSecond = (count = Number.NaN): number => count / secondsIn(timeUnit);
  if (executor === 'constant-arrival-rate') {
    return [{ from: perSecond(rate), to: perSecond(rate), seconds: secondsIn(duration ?? '') }];
  }
  const segments: Segment[] = [];
  let from = perSecond(startRate);
  for (const { target, duration: lasting } of stages ?? []) {
    const to = perSecond(target);
    const seconds = secondsIn(lasting);
    if (seconds > 0) segments.push({ from, to, seconds });
    from = to;
  }
  return segments;
};

const cases = scriptNames.flatMap((name) => shapeNames.map((shape) => [name, shape] as const));

describe.for(everyK6())('the load script in k6 $version', ({ path: k6 }) => {
  const inspect = (plan: LoadPlan, environment?: Record<string, string>) => inspectWith(k6, plan, environment);

  test.for(cases)('%s, %s: the arrivals are those of the plan', async ([name, shape]) => {
    const plan = planFor({ script: name, shape, ...(shape === 'stages' ? loadOf(stages) : usualLoads[shape]) });
    const { scenarios } = await inspect(plan);
    expect(Object.keys(scenarios).toSorted()).toEqual(plan.scenarios.map((scenario) => scenario.name).toSorted());
    for (const { name: scenario, startSeconds, segments } of plan.scenarios) {
      const inspected = scenarios[scenario];
      if (inspected === undefined) throw new Error(`k6 has no scenario ${scenario}`);
      expect(segmentsIn(inspected)).toEqual(segments);
      expect(inspected).toMatchObject({ exec: 'journey', preAllocatedVUs: plan.users });
      expect(secondsIn(inspected.startTime)).toBe(startSeconds);
      expect(secondsIn(inspected.gracefulStop)).toBeGreaterThan(plan.timeoutSeconds);
    }
  });

  test('every metric has the run as a tag', async () => {
    expect((await inspect(planFor({}))).tags).toEqual({ testid: 'r' });
  });

  const rising: Segment = { from: 0.5, to: 40, seconds: 12 };
  test.for<[string, Segment[]]>([
    ['that rise', [rising]],
    ['that rise, fall and jump', [rising, { from: 40, to: 10, seconds: 5 }, { from: 90, to: 90, seconds: 3.5 }]],
  ])('rates %s are kept, even below one a second', async ([, segments]) => {
    const { scenarios } = await inspect({
      ...planFor({}),
      scenarios: [{ name: 'changing', startSeconds: 0, segments }],
    });
    expect(Object.values(scenarios).map(segmentsIn)).toEqual([segments]);
  });

  test.for(['ACCESS', 'TOKEN'] as const)('a missing secret %s is an error', async (missing) => {
    const others = Object.fromEntries(Object.entries(testSecrets).filter(([name]) => name !== missing));
    await expect(inspect(planFor({}), others)).rejects.toThrow(`the environment variable ${missing} is not set`);
  });

  test('without a plan, the error names the plan', async () => {
    await expect(run(k6, ['inspect', script], { env: {} })).rejects.toThrow('SELO_LOAD_PLAN names no plan');
  });
});
