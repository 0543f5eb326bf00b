import { evidenceIn } from '../../certify/certificate/evidence.ts';
import { publicPart, readKeyFile } from '../../certify/certificate/keys.ts';
import { isGranted, unseenMusts as unseenMustsIn } from '../../certify/certificate/level.ts';
import { pageProblems } from '../../certify/certificate/page-digest.ts';
import { knownKeys, readKeyStore } from '../../certify/certificate/trusted-keys.ts';
import {
  changedByNewerRules,
  type Trusted,
  type Verification,
  verifyCertificate,
} from '../../certify/certificate/verify.ts';
import { notSeenLines } from '../../certify/report/console-report.ts';
import type { Certificate } from '../../core/certificate.ts';
import { counted } from '../../core/counted.ts';
import { printableLines } from '../../reports/kit/printable.ts';
import { exitCodes } from '../exit-codes.ts';

export interface CertificateOptions {
  key?: string;
  trusted?: string;
  rules: 'certificate' | 'newer';
  page?: Uint8Array;
  /** Levels that are sufficient, the lowest one last. */
  enough?: readonly string[];
  /** The most musts without an occasion that are accepted. */
  unseenMusts?: number;
}

const newerRules = (changes: readonly string[]): string[] =>
  changes.length === 0
    ? ['every verdict would be the same by the obligations of this version']
    : ['by the obligations of this version:', ...changes.map((change) => `  ${change}`)];

const checkedIn = ({ verdicts, records }: Certificate, { signedBy, isRecomputed, problems }: Verification): string => {
  const { calls, attempts } = evidenceIn(records);
  const evidence = `${calls.length} calls and ${attempts.length} notifications at ${records[0]?.timeScale} real seconds per documented second`;
  const fits = problems.length === 0 ? '; its signature, form and level are consistent' : '';
  return isRecomputed
    ? `signed with key ${signedBy ?? 'unknown'} · ${verdicts.length} obligations, computed again from ${evidence}`
    : `signed with key ${signedBy ?? 'unknown'} · ${verdicts.length} verdicts on ${evidence}, judged by other obligations than those of this version and not computed again${fits}`;
};

/** What a certificate has less of than the reader expects; undefined if it is enough. */
const shortfallOf = (certificate: Certificate, { enough, unseenMusts }: CertificateOptions): string | undefined => {
  const unseen = unseenMustsIn(certificate).length;
  if (enough !== undefined && !enough.includes(certificate.level)) {
    return `${certificate.level}, and ${enough.at(-1)} was expected`;
  }
  return unseenMusts !== undefined && unseen > unseenMusts
    ? `${certificate.level} with ${counted(unseen, 'must')} that had no occasion, and at most ${unseenMusts} were expected`
    : undefined;
};

/** Authenticity and level are separate: ✓ only if both are certain. */
const conclusionOf = (
  { certificate, isRecomputed, problems, isTrusted }: Verification,
  shortfall: string | undefined,
): string => {
  if (certificate === undefined || problems.length > 0) return '✗ the certificate does not hold';
  if (shortfall !== undefined) return `✗ the certificate is authentic: ${shortfall}`;
  if (!isRecomputed) {
    return '· the signature holds; its verdicts were judged by other obligations than those of this version: --rules newer shows what would change';
  }
  const { level } = certificate;
  if (!isTrusted)
    return `? the certificate was not changed since it was signed, but nobody vouches for who signed it: ${level}`;
  return isGranted(certificate)
    ? `✓ the certificate is authentic: ${level}`
    : `✗ the certificate is authentic, and the partner is ${level === 'incomplete' ? 'not certified: too little was seen' : level}`;
};

/** Whether the page was checked, if the certificate contains its digest. */
const pageLine = (
  certificate: Certificate | undefined,
  page: Uint8Array | undefined,
  problems: readonly string[],
): string[] => {
  if (certificate?.page === undefined || problems.length > 0) return [];
  return [
    page === undefined
      ? 'certificate.html is not in its folder: no page was checked'
      : 'certificate.html is the page that was issued with it',
  ];
};

const trustedIn = async ({ key, trusted }: CertificateOptions): Promise<Trusted | undefined> => {
  if (trusted !== undefined) return await knownKeys(readKeyStore(trusted));
  // the private file names the same key
  return key === undefined ? undefined : publicPart(await readKeyFile(key));
};

/** Checks a certificate, prints the findings and sets the exit code. */
export const verifyCertificateText = async (text: string, options: CertificateOptions): Promise<void> => {
  const { rules, page } = options;
  const checked = await verifyCertificate(text, await trustedIn(options));
  const { certificate, remarks } = checked;
  const ofPage = certificate === undefined || page === undefined ? [] : pageProblems(certificate, page);
  const problems = [...checked.problems, ...ofPage];
  const verification = { ...checked, problems };
  const shortfall = certificate === undefined ? undefined : shortfallOf(certificate, options);
  const lines = [
    ...(certificate === undefined
      ? []
      : [
          `${certificate.partner.name} ${certificate.partner.version}: ${certificate.level}${isGranted(certificate) ? `, valid until ${certificate.validUntil.slice(0, 10)}` : ''}`,
          checkedIn(certificate, verification),
        ]),
    ...(certificate === undefined ? [] : notSeenLines(certificate)),
    ...pageLine(certificate, page, ofPage),
    ...problems.map((problem) => `✗ ${problem}`),
    ...remarks.map((remark) => `  ${remark}`),
    ...(rules === 'newer' && certificate !== undefined ? newerRules(changedByNewerRules(certificate)) : []),
    conclusionOf(verification, shortfall),
  ];
  process.stdout.write(`${printableLines(lines.join('\n'))}\n`);
  if (problems.length > 0) process.exitCode = exitCodes.failed;
  else process.exitCode = shortfall === undefined ? exitCodes.holds : exitCodes.notGranted;
};
