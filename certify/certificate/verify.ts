import { isDeepStrictEqual } from 'node:util';
import { decodeProtectedHeader, flattenedVerify, importJWK, type JWK } from 'jose';
import { undeclaredIn } from '../../suites/partner/declared.ts';
import { judgePartner } from '../../suites/partner/judge.ts';
import { type Certificate, type SignedCertificate, signedCertificateSchema } from './certificate.ts';
import { rulesDigest } from './issue.ts';
import { algorithm, fingerprint } from './keys.ts';
import { levelOf } from './level.ts';
import { signedBytes } from './sign.ts';

/** What a check of a certificate found; valid when nothing is wrong. */
export interface Verification {
  certificate: Certificate | undefined;
  /** Of the key that signed it. */
  signedBy: string | undefined;
  /** What is wrong, in words. */
  problems: string[];
  /** What should be known and is not wrong. */
  remarks: string[];
}

const nothing = { certificate: undefined, signedBy: undefined, remarks: [] };

const keyIn = ({ signature }: SignedCertificate): JWK | undefined => {
  try {
    const { jwk } = decodeProtectedHeader({ protected: signature.protected, signature: '' });
    return jwk;
  } catch {
    return undefined;
  }
};

const recomputed = (certificate: Certificate): string[] => {
  const verdicts = judgePartner(certificate.record);
  const changed = certificate.verdicts.filter(
    (verdict) =>
      !isDeepStrictEqual(
        verdict,
        verdicts.find(({ id }) => id === verdict.id),
      ),
  );
  const missing = verdicts.filter(({ id }) => !certificate.verdicts.some((verdict) => verdict.id === id));
  const { level, reasons } = levelOf(verdicts, certificate.session);
  const { capabilities } = certificate.partner;
  return [
    ...changed.map(({ id }) => `${id}: the verdict is not what the evidence comes to`),
    ...missing.map(({ id }) => `${id}: the evidence comes to a verdict that the certificate leaves out`),
    ...(level === certificate.level && isDeepStrictEqual(reasons, certificate.reasons)
      ? []
      : [`the level is not what the verdicts come to: ${level}`]),
    ...(isDeepStrictEqual(certificate.undeclared, undeclaredIn(certificate.record))
      ? []
      : ['what was done without having been declared is not what the evidence shows']),
    ...(isDeepStrictEqual(capabilities, certificate.record.capabilities)
      ? []
      : ['the declared capabilities are not those that were judged by']),
  ];
};

/** What today's obligations would say otherwise than the certificate does, in words; nothing when they agree. */
export const changedByNewerRules = ({ verdicts, record }: Certificate): string[] => {
  const now = judgePartner(record);
  const then = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const told = ({ outcome }: Certificate['verdicts'][number]): string => outcome.replace('-', ' ');
  return [
    ...now.flatMap((verdict) => {
      const before = then.get(verdict.id);
      if (before === undefined) return [`${verdict.id} is new, and ${told(verdict)}: ${verdict.text}`];
      return before.outcome === verdict.outcome
        ? []
        : [`${verdict.id} was ${told(before)} and is ${told(verdict)}: ${verdict.text}`];
    }),
    ...verdicts
      .filter(({ id }) => !now.some((verdict) => verdict.id === id))
      .map((verdict) => `${verdict.id} is no longer judged: ${verdict.text}`),
  ];
};

/**
 * Checks a certificate's text offline: its form, its signature, by `trusted` where a key is given, and every verdict anew
 * from the evidence that it carries.
 */
export const verifyCertificate = async (text: string, trusted?: JWK, now = new Date()): Promise<Verification> => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { ...nothing, problems: [`this is no JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const parsed = signedCertificateSchema.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ...nothing, problems: [`this is no certificate of Selo: ${issue?.path.join('/')}: ${issue?.message}`] };
  }
  const { certificate, signature } = parsed.data;
  const own = keyIn(parsed.data);
  const problems: string[] = [];
  if (own === undefined) {
    problems.push('the signature names no key');
  } else {
    try {
      const payload = Buffer.from(signedBytes(certificate)).toString('base64url');
      await flattenedVerify({ ...signature, payload }, await importJWK(trusted ?? own, algorithm));
    } catch {
      problems.push(
        trusted === undefined || trusted.x === own.x
          ? 'the signature does not fit: the certificate was changed after it was signed'
          : 'it was not signed by the key that was given',
      );
    }
  }
  const isCurrent = certificate.rules.digest === rulesDigest();
  if (isCurrent) problems.push(...recomputed(certificate));
  if (now.toISOString() > certificate.validUntil) problems.push(`it was valid until ${certificate.validUntil}`);
  return {
    certificate,
    signedBy: own === undefined ? undefined : fingerprint(own),
    problems,
    remarks: [
      ...(isCurrent
        ? []
        : ['it was judged by other obligations than those of this version: "--rules newer" says what would change']),
      ...(trusted === undefined
        ? ['no key was given to compare with: the signature says that nothing was changed, not who signed']
        : []),
    ],
  };
};
