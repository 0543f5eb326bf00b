import type { ObligationVerdict } from '../../suites/partner/verdict.ts';
import type { Certificate } from './certificate.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What the verdicts and the session come to, with the reasons why it is no better. */
export const levelOf = (
  verdicts: readonly ObligationVerdict[],
  session: Certificate['session'],
): Pick<Certificate, 'level' | 'reasons'> => {
  const broken = verdicts.filter(({ outcome }) => outcome === 'broken');
  const remarks = verdicts.filter(({ outcome }) => outcome === 'remark');
  const missed = session.scenarios.filter(({ outcome }) => outcome === 'not played');
  const reasons = [
    ...broken.map(({ id, text }) => `${id} does not hold: ${text}`),
    ...(session.kind === 'observed' ? ['the partner was only observed: no scenario was played'] : []),
    ...(session.ended === 'incomplete' ? [`the session ended early: ${session.endedBy ?? 'for no known reason'}`] : []),
    ...(missed.length > 0
      ? [
          `${counted(missed.length, 'scenario was', 'scenarios were')} not played: ${missed.map(({ name }) => name).join(', ')}`,
        ]
      : []),
    ...remarks.map(({ id, text }) => `${id}, which is recommended, does not hold: ${text}`),
  ];
  if (broken.length > 0) return { level: 'not certified', reasons };
  if (session.ended === 'incomplete' || session.kind === 'observed' || missed.length > 0)
    return { level: 'incomplete', reasons };
  return { level: remarks.length > 0 ? 'certified with remarks' : 'certified', reasons };
};
