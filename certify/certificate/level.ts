import type { Certificate } from '../../core/certificate.ts';
import { counted } from '../../core/counted.ts';
import { standingOf } from '../../core/obligation-verdict.ts';
import type { PartnerAction, PartnerRecord } from '../../core/partner-record.ts';
import { usesCapability, wasAskedFor } from '../obligations/declared.ts';
import { judgedPart } from '../obligations/judge.ts';
import { playAt } from '../obligations/plays.ts';
import { unexplainedRefusals } from './refusals.ts';
import { refusedWrites } from './refused-writes.ts';
import { failedActions } from './undone-actions.ts';

/** The capabilities with which a partner holds coupons. */
const holding = ['webhooks', 'coupons', 'shared-coupons'] as const;

type Judged = Pick<Certificate, 'partner' | 'session' | 'verdicts' | 'records' | 'policy'>;

/** The obligations of level `must` that no request tested. */
export const unseenMusts = ({ verdicts }: Pick<Certificate, 'verdicts'>): Certificate['verdicts'] =>
  verdicts.filter((verdict) => verdict.level === 'must' && standingOf(verdict) === 'no-occasion');

/** Whether the partner has coupons and never reported them, so that many obligations had no occasion. */
export const hasNoState = ({ records }: Pick<Certificate, 'records'>): boolean =>
  records.every(({ states }) => states.length === 0) &&
  records.some(({ capabilities }) => holding.some((capability) => capabilities.includes(capability)));

/** The scenarios with an action, or in which the platform made a coupon without an order. */
const scenariosOf = (record: PartnerRecord): string[] => [
  ...record.actions.map(({ scenario }) => scenario),
  ...record.coupons
    .filter(({ orderId }) => orderId === null)
    .flatMap(({ madeMs }) => playAt(record, madeMs)?.scenario ?? []),
];

/** Scenarios that the session reports as played and that left no trace in the records. */
const withoutTrace = ({ session, records }: Judged): string[] => {
  const traced = new Set(records.map(judgedPart).flatMap(scenariosOf));
  return session.scenarios
    .filter(({ name, outcome }) => outcome === 'played' && !traced.has(name))
    .map(({ name }) => name);
};

/** Declared capabilities for which the platform accepted no request, although the partner was asked for them. */
const notDone = ({ partner, records, session }: Judged): string[] => {
  const isCut = session.scenarios.some(({ outcome }) => outcome === 'not played');
  return partner.capabilities.filter(
    (capability) =>
      !records.some((record) => usesCapability(judgedPart(record), capability)) &&
      (!isCut || records.some((record) => wasAskedFor(record, capability))),
  );
};

/** Obligations that failed in one play only, so that no verdict is certain. */
const unconfirmedIn = (verdicts: Certificate['verdicts'], level: 'must' | 'should'): string[] =>
  verdicts
    .filter((verdict) => standingOf(verdict) === 'not-confirmed' && verdict.level === level)
    .map(
      ({ id, text, stability }) =>
        `${id} was broken in ${stability?.failed} of ${counted(stability?.of ?? 0, 'play')}: ${text}`,
    );

/** Where actions were refused. */
const inPlacesOf = (refused: readonly PartnerAction[]): string => {
  const scenarios = [...new Set(refused.map(({ scenario }) => scenario))];
  const times = refused.length === 1 ? '' : `${refused.length} times `;
  return `${times}in the ${scenarios.length === 1 ? 'scenario' : 'scenarios'} ${scenarios.join(', ')}`;
};

/** The reasons why the evidence is incomplete. */
const gapsOf = (judged: Judged): string[] => {
  const { session, policy } = judged;
  const unseen = unseenMusts(judged);
  const withOutcome = (wanted: Judged['session']['scenarios'][number]['outcome']): string[] =>
    session.scenarios.filter(({ outcome }) => outcome === wanted).map(({ name }) => name);
  const [missed, impossible] = [withOutcome('not played'), withOutcome('not possible')];
  const played = withOutcome('played');
  // the shorter list says as much
  const named = played.length > 0 && played.length < missed.length ? `all but ${played.join(', ')}` : missed.join(', ');
  const [traceless, undone] = [withoutTrace(judged), notDone(judged)];
  const parts = judged.records.map(judgedPart);
  const refused = unexplainedRefusals(parts);
  return [
    ...(session.kind === 'observed' ? ['the partner was only observed: no scenario was played'] : []),
    ...(session.ended === 'incomplete' ? [`the session ended early: ${session.endedBy ?? 'for no known reason'}`] : []),
    ...(missed.length > 0 ? [`${counted(missed.length, 'scenario was', 'scenarios were')} not played: ${named}`] : []),
    ...(impossible.length > 0
      ? [
          `${counted(impossible.length, 'scenario', 'scenarios')} could not be played, because no webhook was registered or the receiver had accepted no notification: ${impossible.join(', ')}`,
        ]
      : []),
    ...(traceless.length > 0
      ? [`${counted(traceless.length, 'scenario', 'scenarios')} left nothing in the record: ${traceless.join(', ')}`]
      : []),
    ...(undone.length > 0 ? [`declared, and never done so that the platform accepted it: ${undone.join(', ')}`] : []),
    ...failedActions(judged.records),
    ...refusedWrites(parts),
    ...[...Map.groupBy(refused, ({ action, message }) => `${action} ${message}`).values()].map(
      (alike) =>
        `${alike[0]?.action} was refused ${inPlacesOf(alike)}, and the record shows no reason: ${alike[0]?.message ?? 'it gave none'}`,
    ),
    ...(policy !== undefined && unseen.length > policy.unseenMusts
      ? [
          `${counted(unseen.length, 'must', 'musts')} had no occasion, and the policy allows ${policy.unseenMusts}: ${unseen.map(({ id }) => id).join(', ')}`,
        ]
      : []),
  ];
};

/** The level of a certificate, with the reasons why it is not higher. */
export const levelOf = (judged: Judged): Pick<Certificate, 'level' | 'reasons'> => {
  const broken = judged.verdicts.filter(({ outcome }) => outcome === 'fail');
  const remarks = judged.verdicts.filter(({ outcome }) => outcome === 'warn');
  const gaps = [...unconfirmedIn(judged.verdicts, 'must'), ...gapsOf(judged)];
  const doubts = unconfirmedIn(judged.verdicts, 'should');
  const reasons = [
    ...broken.map(({ id, text }) => `${id} does not hold: ${text}`),
    ...gaps,
    ...remarks.map(
      ({ id, text, inferred }) =>
        `${id}, ${inferred === undefined ? 'which the document recommends' : 'which is not a must'}, does not hold: ${text}${inferred === undefined ? '' : ` (${inferred})`}`,
    ),
    ...doubts,
  ];
  if (broken.length > 0) return { level: 'not certified', reasons };
  if (gaps.length > 0) return { level: 'incomplete', reasons };
  return { level: remarks.length + doubts.length > 0 ? 'certified with remarks' : 'certified', reasons };
};

/** Whether the partner may go live. */
export const isGranted = ({ level }: Pick<Certificate, 'level'>): boolean =>
  level === 'certified' || level === 'certified with remarks';
