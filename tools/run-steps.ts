import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import PQueue from 'p-queue';
import type { GateResult } from './run-gate.ts';
import type { Step } from './steps.ts';
import { describeTally } from './tally.ts';

/** What one step found. */
export interface StepResult extends GateResult {
  title: string;
}

interface Surroundings {
  run: (step: Step, output: Writable) => Promise<GateResult>;
  output: Writable;
  /** How many checks run side by side. */
  atOnce: number;
}

/**
 * Runs the steps in their order. Checks run side by side, and the output of each is printed when it ends. Every other
 * step runs alone: it uses all cores, or measures time.
 */
export async function runSteps(steps: readonly Step[], { run, output, atOnce }: Surroundings): Promise<StepResult[]> {
  const results: StepResult[] = [];

  const finish = async (step: Step, outputOfStep: Writable): Promise<() => void> => {
    const startedMs = performance.now();
    const result = await runSafely(step, outputOfStep);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    results.push({ title: step.title, ...result });
    const color = result.tally.failed > 0 ? 'red' : 'green';
    return () => announce(output, `${step.title}: ${describeTally(result.tally)} (${seconds} s)`, color);
  };

  const runSafely = async (step: Step, outputOfStep: Writable): Promise<GateResult> => {
    try {
      return await run(step, outputOfStep);
    } catch (error) {
      return { tally: { passed: 0, failed: 1, skipped: 0 }, problems: [`it could not be run: ${error}`], skipped: [] };
    }
  };

  const runBeside = async (step: Step): Promise<void> => {
    const collected = new PassThrough();
    const collecting = text(collected);
    const announceResult = await finish(step, collected);
    collected.end();
    output.write(await collecting);
    announceResult();
  };

  const checks = steps.filter(({ layer }) => layer === 'check');
  const others = steps.filter(({ layer }) => layer !== 'check');
  if (checks.length > 0) announce(output, `${checks.map(({ title }) => title).join(', ')} ...`);
  const queue = new PQueue({ concurrency: atOnce });
  await queue.addAll(checks.map((step) => () => runBeside(step)));
  for (const step of others) {
    announce(output, `${step.title} ...`);
    const announceResult = await finish(step, output);
    announceResult();
  }
  return results;
}

export function announce(output: Writable, line: string, color: 'red' | 'green' | 'bold' = 'bold'): void {
  output.write(`${styleText(color, `■ ${line}`)}\n`);
}
