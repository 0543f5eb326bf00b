import { type Certificate, isGranted } from '../../certify/certificate/certificate.ts';
import { evidenceIn } from '../../certify/certificate/evidence.ts';
import { unseenMusts } from '../../certify/certificate/level.ts';
import type { BreachStability } from '../../suites/partner/verdict.ts';
import type { Paint } from '../paint.ts';
import { printable } from '../printable.ts';

const looks = {
  kept: { sign: '✓', colour: 'green' },
  broken: { sign: '✗', colour: 'red' },
  unconfirmed: { sign: '?', colour: 'yellow' },
  remark: { sign: '!', colour: 'yellow' },
  'not-seen': { sign: '·', colour: 'dim' },
  'not-declared': { sign: '–', colour: 'dim' },
} as const;

const levelColours = {
  certified: 'green',
  'certified with remarks': 'yellow',
  'not certified': 'red',
  incomplete: 'yellow',
} as const;

/** How often a breach was seen, as the end of a line; nothing where it needed no second play. */
export const inPlays = (stability: BreachStability | undefined): string =>
  stability === undefined ? '' : ` (${stability.kind}: in ${stability.failed} of ${stability.of} plays)`;

/** What a certificate says, for a terminal: what was broken with what was seen, then the level. */
export const certificateReport = (certificate: Certificate, paint: Paint): string[] => {
  const { partner, undeclared, verdicts, session, records, level, reasons, validUntil } = certificate;
  const { calls, attempts, faults } = evidenceIn(records);
  const said = verdicts.filter(({ broken }) => broken > 0);
  const counts = Object.entries(looks).map(([outcome, { sign, colour }]) => {
    const count = verdicts.filter((verdict) => verdict.outcome === outcome).length;
    return paint(colour, `${sign} ${count} ${outcome.replace('-', ' ')}`);
  });
  const unseen = unseenMusts(certificate);
  return [
    '',
    paint('bold', `${printable(partner.name)} ${printable(partner.version)}`),
    `${session.kind === 'observed' ? 'observed' : `${session.scenarios.filter(({ outcome }) => outcome === 'played').length} scenarios`} · ${calls.length} calls · ${attempts.length} notifications · ${faults.length} faults · seed ${session.seed}`,
    '',
    ...said.flatMap(({ id, text, outcome, seen, stability }) => {
      const { sign, colour } = looks[outcome];
      return [
        paint(colour, `${sign} ${id} ${text}${inPlays(stability)}`),
        ...seen.map((line) => `    ${printable(line)}`),
      ];
    }),
    ...(said.length > 0 ? [''] : []),
    counts.join('  '),
    ...(unseen.length > 0 ? [`musts that had no occasion: ${unseen.join(', ')}`] : []),
    ...(undeclared.length > 0 ? [`done without being declared: ${undeclared.join(', ')}`] : []),
    paint(levelColours[level], isGranted(certificate) ? `${level}, valid until ${validUntil.slice(0, 10)}` : level),
    ...reasons.filter((reason) => !reason.startsWith('PART-')).map((reason) => `  ${printable(reason)}`),
  ];
};
