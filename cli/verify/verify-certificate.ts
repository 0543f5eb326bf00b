import { type Certificate, isGranted } from '../../certify/certificate/certificate.ts';
import { evidenceIn } from '../../certify/certificate/evidence.ts';
import { readKeyFile } from '../../certify/certificate/keys.ts';
import { changedByNewerRules, type Verification, verifyCertificate } from '../../certify/certificate/verify.ts';
import { printableLines } from '../../reports/printable.ts';
import { exitCodes } from '../run/conclude.ts';

export interface CertificateOptions {
  key?: string;
  rules: 'certificate' | 'newer';
}

const newerRules = (changes: readonly string[]): string[] =>
  changes.length === 0
    ? ['by the obligations of this version every verdict would be the same']
    : ['by the obligations of this version:', ...changes.map((change) => `  ${change}`)];

/** What was checked, and how. */
const checkedIn = ({ verdicts, records }: Certificate, { signedBy, isRecomputed, problems }: Verification): string => {
  const { calls, attempts } = evidenceIn(records);
  const evidence = `${calls.length} calls and ${attempts.length} notifications`;
  const fits = problems.length === 0 ? '; its signature, its form and its level fit one another' : '';
  return isRecomputed
    ? `signed with key ${signedBy ?? 'unknown'} · ${verdicts.length} obligations, computed again from ${evidence}`
    : `signed with key ${signedBy ?? 'unknown'} · ${verdicts.length} verdicts on ${evidence}, judged by other obligations than these and not computed again${fits}`;
};

const conclusionOf = ({ isRecomputed, problems }: Verification): string => {
  if (problems.length > 0) return '✗ the certificate does not hold';
  return isRecomputed
    ? '✓ the certificate holds'
    : '· the signature holds; its verdicts were judged by other obligations than these: --rules newer says what would change';
};

/** Checks a certificate, tells what it found, and sets the exit code. */
export const verifyCertificateText = async (text: string, { key, rules }: CertificateOptions): Promise<void> => {
  const trusted = key === undefined ? undefined : await readKeyFile(key);
  const verification = await verifyCertificate(text, trusted);
  const { certificate, problems, remarks } = verification;
  const lines = [
    ...(certificate === undefined
      ? []
      : [
          `${certificate.partner.name} ${certificate.partner.version}: ${certificate.level}${isGranted(certificate) ? `, valid until ${certificate.validUntil.slice(0, 10)}` : ''}`,
          checkedIn(certificate, verification),
        ]),
    ...problems.map((problem) => `✗ ${problem}`),
    ...remarks.map((remark) => `  ${remark}`),
    ...(rules === 'newer' && certificate !== undefined ? newerRules(changedByNewerRules(certificate)) : []),
    conclusionOf(verification),
  ];
  process.stdout.write(`${printableLines(lines.join('\n'))}\n`);
  process.exitCode = problems.length === 0 ? exitCodes.holds : exitCodes.failed;
};
