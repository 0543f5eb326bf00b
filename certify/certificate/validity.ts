import type { Certificate } from '../../core/certificate.ts';

/** How long a certificate of this issuer is valid. */
export const validMonths = 12;
/** What the clocks of an issuer and of a reader may differ by. */
const clockSkewMs = 5 * 60 * 1000;

/** The moment that is `months` after another, by the calendar in UTC. */
export const monthsAfter = (from: Date, months: number): Date => {
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + months);
  return until;
};

/** What is wrong with the time for which a certificate says that it is valid, in words. */
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
