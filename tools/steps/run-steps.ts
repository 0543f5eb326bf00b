import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import PQueue from 'p-queue';
import type { StepOutcome } from './run-step.ts';
import type { Step } from './steps.ts';
import { describeTally, nothing } from './tally.ts';

export interface StepResult extends StepOutcome {
  title: string;
}

interface Surroundings {
  run: (step: Step, output: Writable) => Promise<StepOutcome>;
  output: Writable;
  /** How many checks run side by side. */
  atOnce: number;
}

/**
 * Runs the steps in their order. Checks run side by side, and the output of each is printed when it ends. Every other
 * step has the machine for itself: it uses all cores, or measures time.
 */
export const runSteps = async (
  steps: readonly Step[],
  { run, output, atOnce }: Surroundings,
): Promise<StepResult[]> => {
  const results: StepResult[] = [];

  /** Resolves with the line that announces the result. */
  const finish = async (step: Step, outputOfStep: Writable): Promise<string> => {
    const startedMs = performance.now();
    const outcome = await run(step, outputOfStep).catch(
      (error: unknown): StepOutcome => ({
        tally: { ...nothing, failed: 1 },
        problems: [`it could not be run: ${error}`],
        skipped: [],
      }),
    );
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    results.push({ title: step.title, ...outcome });
    const color = outcome.tally.failed > 0 ? 'red' : 'green';
    return announcement(`${step.title}: ${describeTally(outcome.tally)} (${seconds} s)`, color);
  };

  const runCheck = async (step: Step): Promise<void> => {
    const collected = new PassThrough();
    const collecting = text(collected);
    const announced = await finish(step, collected);
    collected.end();
    output.write((await collecting) + announced);
  };

  const checks = steps.filter(({ layer }) => layer === 'check');
  const others = steps.filter(({ layer }) => layer !== 'check');
  if (checks.length > 0) output.write(announcement(`${checks.map(({ title }) => title).join(', ')} ...`));
  await new PQueue({ concurrency: atOnce }).addAll(checks.map((step) => () => runCheck(step)));
  for (const step of others) {
    output.write(announcement(`${step.title} ...`));
    output.write(await finish(step, output));
  }
  return results;
};

export const announcement = (line: string, color: 'red' | 'green' | 'bold' = 'bold'): string =>
  `${styleText(color, `■ ${line}`)}\n`;
