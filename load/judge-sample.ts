import type { Assertion } from '../core/exchange.ts';
import { brief } from '../core/json.ts';
import type { JudgedFact, ViolationFact } from './facts.ts';

interface SampleRule<Sample> {
  id: string;
  judge(sample: Sample, known: Record<string, never>): readonly Assertion[];
}

interface SampleOptions {
  /** Names the sample in reports. */
  what: string;
  /** Removes secrets from a value of the sample. */
  redact?: (actual: string) => string;
}

/** Judges a sampled response or attempt by the same passive rules as `selo run`. */
export const judgeSample = <Sample>(
  rules: readonly SampleRule<Sample>[],
  sample: Sample,
  { what, redact = (actual) => actual }: SampleOptions,
): JudgedFact => {
  const judged = rules
    .map(({ id, judge }) => ({ id, assertions: judge(sample, {}) }))
    .filter(({ assertions }) => assertions.length > 0);
  const violations = judged.flatMap(({ id, assertions }): ViolationFact[] => {
    const failed = assertions.find(({ held }) => !held);
    return failed ? [[id, failed.pointer, failed.expected, brief(redact(failed.actual)), what]] : [];
  });
  return ['p', judged.map(({ id }) => id), violations];
};
