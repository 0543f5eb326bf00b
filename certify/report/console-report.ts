import type { Certificate } from '../../core/certificate.ts';
import { type BreachStability, type Standing, standingOf } from '../../core/obligation-verdict.ts';
import { colorOf, type Paint, signOf } from '../../reports/kit/paint.ts';
import { printable } from '../../reports/kit/printable.ts';
import { evidenceIn } from '../certificate/evidence.ts';
import { isGranted, unseenMusts } from '../certificate/level.ts';

const standings: readonly Standing[] = ['pass', 'fail', 'warn', 'not-confirmed', 'no-occasion', 'not-declared'];

const levelColors = {
  certified: 'green',
  'certified with remarks': 'yellow',
  'not certified': 'red',
  incomplete: 'yellow',
} as const;

/** Says how many plays showed a breach; empty if it needed no second play. */
export const inPlays = (stability: BreachStability | undefined): string =>
  stability === undefined ? '' : ` (${stability.kind}: in ${stability.failed} of ${stability.of} plays)`;

/** Formats a certificate for a terminal: each breach with its evidence, then the level. */
export const certificateReport = (certificate: Certificate, paint: Paint): string[] => {
  const { partner, undeclared, verdicts, session, records, level, reasons, validUntil } = certificate;
  const { calls, attempts, faults } = evidenceIn(records);
  const said = verdicts.filter(({ broken }) => broken > 0);
  const counts = standings.map((standing) => {
    const { length } = verdicts.filter((verdict) => standingOf(verdict) === standing);
    const outcome = standing === 'pass' || standing === 'fail' || standing === 'warn' ? standing : 'unverified';
    return paint(colorOf[outcome], `${signOf[outcome]} ${length} ${standing.replace('-', ' ')}`);
  });
  const unseen = unseenMusts(certificate);
  return [
    '',
    paint('bold', `${printable(partner.name)} ${printable(partner.version)}`),
    `${session.kind === 'observed' ? 'observed' : `${session.scenarios.filter(({ outcome }) => outcome === 'played').length} scenarios`} · ${calls.length} calls · ${attempts.length} notifications · ${faults.length} faults · seed ${session.seed}`,
    '',
    ...said.flatMap(({ id, text, outcome, seen, stability }) => {
      return [
        paint(colorOf[outcome], `${signOf[outcome]} ${id} ${text}${inPlays(stability)}`),
        ...seen.map((line) => `    ${printable(line)}`),
      ];
    }),
    ...(said.length > 0 ? [''] : []),
    counts.join('  '),
    ...(unseen.length > 0 ? [`musts that had no occasion: ${unseen.join(', ')}`] : []),
    ...(undeclared.length > 0 ? [`done without being declared: ${undeclared.join(', ')}`] : []),
    paint(levelColors[level], isGranted(certificate) ? `${level}, valid until ${validUntil.slice(0, 10)}` : level),
    ...reasons.filter((reason) => !reason.startsWith('PART-')).map((reason) => `  ${printable(reason)}`),
  ];
};
