import type { Result } from '../../core/result.ts';
import { printableLines } from '../../reports/kit/printable.ts';
import { evidenceBeside } from '../../reports/replay/recorded-run.ts';
import { type RunVerification, verifyRun } from '../../reports/replay/verify-run.ts';
import { exitCodes } from '../exit-codes.ts';
import { readResult } from '../report/read-result.ts';

const shownProblems = 40;

const recomputed = ({ whole, inPart, notKept }: RunVerification, { verdicts }: Result): string[] => [
  `${whole} of ${verdicts.length} verdicts computed again from all of their evidence`,
  ...(inPart > 0
    ? [`${inPart} from the stored part of it: the deciding case of a property, a sample for a passive rule`]
    : []),
  ...[...Map.groupBy(notKept, ({ why }) => why)].map(
    ([why, alike]) => `${alike.length} not computed again: ${why} (${alike.map(({ rule }) => rule).join(', ')})`,
  ),
];

const conclusionOf = ({
  isRecomputed,
  hindrance,
  hasDigest,
  problems,
}: RunVerification): { code: number; said: string } => {
  if (problems.length > 0) return { code: exitCodes.failed, said: '✗ the result does not hold' };
  if (!isRecomputed) {
    return {
      code: exitCodes.inconclusive,
      said: `· the document is as it was written, and its verdicts were not computed again: ${hindrance}`,
    };
  }
  if (!hasDigest) {
    return {
      code: exitCodes.inconclusive,
      said: '· the evidence confirms its verdicts; without a digest, any other change goes unnoticed',
    };
  }
  return { code: exitCodes.holds, said: '✓ the result holds' };
};

/** Checks the result of a run, prints the findings and sets the exit code. Throws `CliError` if it cannot be read. */
export const verifyResult = async (file: string): Promise<void> => {
  const result = readResult(file);
  const verification = await verifyRun(result, evidenceBeside(file, result));
  const { run, target, suite } = result;
  const { problems } = verification;
  const { code, said } = conclusionOf(verification);
  const lines = [
    `run ${run.id} on ${target.name}, ${run.startedAt}, Selo ${suite.version}`,
    ...(verification.isRecomputed ? recomputed(verification, result) : []),
    ...problems.slice(0, shownProblems).map((problem) => `✗ ${problem}`),
    ...(problems.length > shownProblems ? [`✗ and ${problems.length - shownProblems} more`] : []),
    said,
  ];
  process.stdout.write(`${printableLines(lines.join('\n'))}\n`);
  process.exitCode = code;
};
