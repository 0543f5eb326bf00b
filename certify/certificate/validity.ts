import type { Certificate } from '../../core/certificate.ts';

export const validMonths = 12;
/** The clocks of an issuer and a reader may differ by this much. */
const clockSkewMs = 5 * 60 * 1000;

/** Adds calendar months in UTC. */
export const monthsAfter = (from: Date, months: number): Date => {
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + months);
  return until;
};

/** The problems of a certificate's period of validity. */
export const validityProblems = ({ validFrom, validUntil, session }: Certificate, now: Date): string[] => {
  const [from, until, began] = [new Date(validFrom), new Date(validUntil), new Date(session.startedAt)];
  const longest = monthsAfter(from, validMonths).getTime() + clockSkewMs;
  return [
    ...(from.getTime() > now.getTime() + clockSkewMs ? [`it is valid only from ${validFrom}, which is to come`] : []),
    ...(now > until ? [`it was valid until ${validUntil}`] : []),
    ...(until < from ? [`it ends (${validUntil}) before it begins (${validFrom})`] : []),
    ...(until.getTime() > longest ? [`it is valid for longer than ${validMonths} months: until ${validUntil}`] : []),
    ...(began > from ? [`its session began (${session.startedAt}) after it was issued (${validFrom})`] : []),
  ];
};
