import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateText } from '../../certify/certificate/certificate-text.ts';
import { issueCertificate } from '../../certify/certificate/issue.ts';
import type { Key } from '../../certify/certificate/keys.ts';
import { pageDigest } from '../../certify/certificate/page-digest.ts';
import { compactOf, signCertificate } from '../../certify/certificate/sign.ts';
import type { PartnerConfig } from '../../certify/partner-config.ts';
import { certificateReport } from '../../certify/report/console-report.ts';
import { certificatePage } from '../../certify/report/page.ts';
import type { Session } from '../../certify/session/run-session.ts';
import type { Certificate } from '../../core/certificate.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import manifest from '../../package.json' with { type: 'json' };
import { paintFor } from '../../reports/kit/printable.ts';
import { relativePath } from '../paths.ts';
import type { SigningKey } from './session-inputs.ts';

/** The evidence may contain the data of customers. */
const ownerOnly = 0o600;
/** Restricted by the umask of the process. */
const everybody = 0o666;

const certificateFile = 'certificate.json';
const compactFile = 'certificate.jws';
const pageFile = 'certificate.html';

interface Issued {
  session: Session;
  partner: PartnerConfig;
  signingKey: SigningKey;
  keepsCustomers: boolean;
  /** Number of musts that may have had no occasion; any number if left out. */
  unseenMusts?: number;
  folder: string;
}

const replaceFile = (file: string, text: string, mode: number): void => {
  // an existing file would keep its mode
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode });
};

const write = async (
  { session, partner, keepsCustomers, unseenMusts, folder }: Issued,
  jwk: Key,
): Promise<{ certificate: Certificate; file: string }> => {
  const issued = issueCertificate(session, partner, {
    selo: manifest.version,
    keepsCustomers,
    ...omitUndefined({ unseenMusts }),
  });
  const page = certificatePage(issued, jwk.kid);
  const signed = await signCertificate({ ...issued, page: { digest: pageDigest(page) } }, jwk);
  const file = join(folder, certificateFile);
  const mode = keepsCustomers ? ownerOnly : everybody;
  replaceFile(file, `${certificateText(signed)}\n`, mode);
  replaceFile(join(folder, compactFile), `${compactOf(signed)}\n`, mode);
  replaceFile(join(folder, pageFile), page, mode);
  return { certificate: signed.certificate, file };
};

/** Writes the certificate of a session into its folder, and prints it. */
export const issueFiles = async (issued: Issued): Promise<Certificate> => {
  const { jwk, isOwn } = issued.signingKey;
  const { certificate, file } = await write(issued, jwk);
  const lines = [
    ...certificateReport(certificate, paintFor(process.stdout)),
    `signed with key ${jwk.kid}${isOwn ? '' : ', made for this session: name your own with --key'}`,
    `certificate: ${relativePath(file)}`,
    ...(issued.session.ended === 'incomplete'
      ? [
          `to continue: add --resume ${relativePath(issued.folder)} (its session.jsonl contains customers’ data as it was sent: delete it when you no longer need it)`,
        ]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return certificate;
};
