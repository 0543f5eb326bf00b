import type { Certificate } from '../../core/certificate.ts';
import { counted } from '../../core/counted.ts';
import {
  type BreachStability,
  type ObligationVerdict,
  type Standing,
  standingOf,
} from '../../core/obligation-verdict.ts';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { colorOf, type Paint, printable, signOf } from '../../reports/kit/printable.ts';
import { evidenceIn } from '../certificate/evidence.ts';
import { hasNoState, isGranted, unseenMusts } from '../certificate/level.ts';
import { neverDoes } from '../certificate/undone-actions.ts';
import { playAt } from '../obligations/plays.ts';
import { platformRefusals } from './refused-requests.ts';

const standings: readonly Standing[] = ['pass', 'fail', 'warn', 'not-confirmed', 'no-occasion', 'not-declared'];

const levelColors = {
  certified: 'green',
  'certified with remarks': 'yellow',
  'not certified': 'red',
  incomplete: 'yellow',
} as const;

/** Says how many plays showed a breach; empty if it needed no second play. */
export const inPlays = (stability: BreachStability | undefined): string =>
  stability === undefined ? '' : ` (${stability.kind}: in ${stability.failed} of ${counted(stability.of, 'play')})`;

/** The scenario in progress at a moment. One that was cut off is no play. */
const scenarioAt = (record: PartnerRecord, atMs: number): string | undefined => {
  const { actions, judgedUntilMs: cutMs } = record;
  return cutMs !== undefined && atMs >= cutMs
    ? actions.find(({ fromMs }) => fromMs >= cutMs)?.scenario
    : playAt(record, atMs)?.scenario;
};

/** The scenarios to whose plays the evidence of a verdict belongs. */
export const scenariosIn = (
  { records }: Pick<Certificate, 'records'>,
  { calls, attempts, actions }: Pick<ObligationVerdict, 'calls' | 'attempts' | 'actions'>,
): string[] => [
  ...new Set(
    records.flatMap((record) => {
      const moments = [
        ...record.calls.filter(({ number }) => calls.includes(number)).map(({ atMs }) => atMs),
        ...record.attempts.filter(({ number }) => attempts.includes(number)).map(({ atMs }) => atMs),
        ...record.actions.filter(({ number }) => actions.includes(number)).map(({ fromMs }) => fromMs),
      ].toSorted((a, b) => a - b);
      return moments.flatMap((atMs) => scenarioAt(record, atMs) ?? []);
    }),
  ),
];

const mostScenarios = 5;

/** Names scenarios on a line; empty if there are none. */
const inScenarios = (names: readonly string[]): string[] => {
  const more = names.length - mostScenarios;
  const listed = names.slice(0, mostScenarios).join(', ');
  return names.length === 0 ? [] : [`    in ${listed}${more > 0 ? ` and ${counted(more, 'other scenario')}` : ''}`];
};

/** What `unverified` means, by its cause. */
const unverified: readonly (readonly [Standing, string])[] = [
  ['not-confirmed', 'it failed in one play only'],
  ['no-occasion', 'no request of the session tests it'],
  ['not-declared', 'it is for a capability that the partner does not declare'],
];

const mostRefusals = 3;

/** What the platform refused most often, which may be why nothing more was seen. */
const refusedOften = (certificate: Certificate): string[] =>
  platformRefusals(certificate)
    .toSorted((a, b) => b.calls.length - a.calls.length)
    .slice(0, mostRefusals)
    .map(
      ({ route, status, message, calls }) =>
        `  ${printable(route)} was answered ${status} ${counted(calls.length, 'time')}: ${printable(message)}`,
    );

/** The most musts without an occasion that are named with their sentence. */
const mostUnseen = 10;

const unseenLines = (certificate: Certificate): string[] => {
  const unseen = unseenMusts(certificate);
  const more = unseen.slice(mostUnseen);
  if (unseen.length === 0) return [];
  return [
    `${counted(unseen.length, 'must')} had no occasion, so nothing is known of ${unseen.length === 1 ? 'it' : 'them'}:`,
    ...unseen.slice(0, mostUnseen).map(({ id, text }) => `  ${id} ${text}`),
    ...(more.length > 0 ? [`  and ${counted(more.length, 'other')}: ${more.map(({ id }) => id).join(', ')}`] : []),
    ...(hasNoState(certificate)
      ? ['  no `state` was read in this session; it shows the coupons that the partner holds']
      : []),
  ];
};

/** Names what a certificate says nothing of: musts without an occasion, and actions that the software never does. */
export const notSeenLines = (certificate: Certificate): string[] => {
  const never = neverDoes(certificate.records);
  return [
    ...unseenLines(certificate),
    ...(never.length > 0 ? [`never done, as its hooks say: ${printable(never.join(', '))}`] : []),
  ];
};

/** Whether a reason names an obligation that is shown with its evidence, and not a must that decides on the level. */
const isSaidAbove = ({ verdicts }: Certificate, reason: string): boolean =>
  verdicts.some(
    (verdict) =>
      /^PART-\d+/.exec(reason)?.[0] === verdict.id &&
      !(verdict.level === 'must' && standingOf(verdict) === 'not-confirmed'),
  );

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
  return [
    '',
    paint('bold', `${printable(partner.name)} ${printable(partner.version)}`),
    `${session.kind === 'observed' ? 'observed' : `${session.scenarios.filter(({ outcome }) => outcome === 'played').length} scenarios`} · ${calls.length} calls · ${attempts.length} notifications · ${faults.length} faults · seed ${session.seed}`,
    '',
    ...said.flatMap((verdict) => {
      const { id, text, outcome, seen, stability } = verdict;
      return [
        paint(colorOf[outcome], `${signOf[outcome]} ${id} ${text}${inPlays(stability)}`),
        ...seen.map((line) => `    ${printable(line)}`),
        ...inScenarios(scenariosIn(certificate, verdict).map(printable)),
      ];
    }),
    ...(said.length > 0 ? [''] : []),
    counts.join('  '),
    ...unverified
      .filter(([standing]) => verdicts.some((verdict) => standingOf(verdict) === standing))
      .map(([standing, about]) => `  ${standing.replace('-', ' ')}: ${about}`),
    ...notSeenLines(certificate),
    ...(undeclared.length > 0 ? [`done without being declared: ${undeclared.join(', ')}`] : []),
    paint(levelColors[level], isGranted(certificate) ? `${level}, valid until ${validUntil.slice(0, 10)}` : level),
    ...reasons.filter((reason) => !isSaidAbove(certificate, reason)).map((reason) => `  ${printable(reason)}`),
    ...(isGranted(certificate) ? [] : refusedOften(certificate)),
  ];
};
