import { isDeepStrictEqual } from 'node:util';
import { decodeProtectedHeader, flattenedVerify, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { type Certificate, type SignedCertificate, signedCertificateSchema } from '../../core/certificate.ts';
import { standingOf } from '../../core/obligation-verdict.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { maxJsonDepth, nestsDeeper } from '../../fixtures/reading/nests-deeper.ts';
import { undeclaredIn } from '../obligations/declared.ts';
import { judgePartner, outcomeOf } from '../obligations/judge.ts';
import { allScenarios } from '../scenarios/all-scenarios.ts';
import { isDeclaredFor } from '../session/scenarios-to-play.ts';
import { evidenceIn, softwareIn } from './evidence.ts';
import { algorithm, type Key, publicKeyOf } from './keys.ts';
import { levelOf } from './level.ts';
import { rulesDigest } from './rules-digest.ts';
import { certificateJson, signedBytes } from './sign.ts';
import { type KnownKey, keyProblems } from './trusted-keys.ts';
import { validityProblems } from './validity.ts';

/** The keys that the reader trusts: one key, or the keys of a store by their ids. */
export type Trusted = JWK | ReadonlyMap<string, KnownKey>;

const isStore = (trusted: Trusted): trusted is ReadonlyMap<string, KnownKey> => trusted instanceof Map;

/** The result of a verification. A certificate without problems is valid. */
export interface Verification {
  certificate: Certificate | undefined;
  /** The id of the key that signed it. */
  signedBy: string | undefined;
  /** Whether a trusted key signed it. */
  isTrusted: boolean;
  /** Whether the verdicts were computed again with the same obligations. Otherwise the issuer vouches for them. */
  isRecomputed: boolean;
  problems: string[];
  /** Notes that do not make it invalid. */
  remarks: string[];
}

const nothing = { certificate: undefined, signedBy: undefined, isTrusted: false, isRecomputed: false, remarks: [] };

/** A JSON string, or the whitespace between tokens. */
const stringsAndBlanks = /("(?:[^"\\]|\\.)*")|\s+/g;

/**
 * Whether a text says only what was signed. Of a repeated key, readers may take either value. Whitespace between tokens
 * does not matter.
 */
const isCanonical = (text: string, content: unknown): boolean =>
  text.replaceAll(stringsAndBlanks, (_, string: string | undefined) => string ?? '') === JSON.stringify(content);

/** The public key in a signature. */
const keySchema = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });

/** The key that a signature names. Its id is computed, because a signature may name any. */
const keyIn = async ({ signature }: SignedCertificate): Promise<Key | undefined> => {
  try {
    const { jwk } = decodeProtectedHeader({ protected: signature.protected, signature: '' });
    return await publicKeyOf(keySchema.parse(jwk));
  } catch {
    return undefined;
  }
};

/** Whether the certificate names every scenario, and calls none of a declared capability not declared. */
const hasAllScenarios = ({ session, partner }: Certificate): boolean => {
  const played = new Map(session.scenarios.map(({ name, outcome }) => [name, outcome]));
  const due = session.kind === 'observed' ? [] : allScenarios;
  return (
    played.size === due.length &&
    due.every((scenario) => {
      const outcome = played.get(scenario.name);
      return outcome !== undefined && (outcome !== 'not declared') === isDeclaredFor(partner.capabilities, scenario);
    })
  );
};

/** The problems that show when the same obligations judge the records again. */
const recomputed = (certificate: Certificate): string[] => {
  const verdicts = judgePartner(...certificate.records);
  const changed = certificate.verdicts.filter(
    (verdict) =>
      !isDeepStrictEqual(
        verdict,
        verdicts.find(({ id }) => id === verdict.id),
      ),
  );
  const missing = verdicts.filter(({ id }) => !certificate.verdicts.some((verdict) => verdict.id === id));
  const { level, reasons } = levelOf({ ...certificate, verdicts });
  return [
    ...changed.map(({ id }) => `${id}: the evidence gives another verdict`),
    ...missing.map(({ id }) => `${id}: the evidence gives a verdict that the certificate leaves out`),
    ...(level === certificate.level && isDeepStrictEqual(reasons, certificate.reasons)
      ? []
      : [`the verdicts give another level: ${level}`]),
    ...(isDeepStrictEqual(certificate.undeclared, undeclaredIn(...certificate.records))
      ? []
      : ['the evidence shows other undeclared capabilities']),
    ...(isDeepStrictEqual(certificate.software, softwareIn(certificate.records))
      ? []
      : ['the requests show other software']),
    ...(hasAllScenarios(certificate) ? [] : ['its scenarios are not those that have to be played']),
  ];
};

const idsOf = (verdicts: Certificate['verdicts']): string => verdicts.map(({ id }) => id).join(', ');

/** The problems under any obligations: the verdicts, the level and the records must agree. */
const inconsistent = (certificate: Certificate): string[] => {
  const { verdicts, records } = certificate;
  const evidence = evidenceIn(records);
  const numbersOf = (items: readonly { number: number }[]): Set<number> => new Set(items.map(({ number }) => number));
  const recorded = {
    calls: numbersOf(evidence.calls),
    attempts: numbersOf(evidence.attempts),
    actions: numbersOf(evidence.actions),
  };
  const { level } = levelOf(certificate);
  const wrong = verdicts.filter((verdict) => {
    const standing = standingOf(verdict);
    return standing === 'not-declared' ? verdict.occasions > 0 : standing !== standingOf(outcomeOf(verdict));
  });
  const unfounded = verdicts.filter(
    (verdict) =>
      !(
        verdict.calls.every((number) => recorded.calls.has(number)) &&
        verdict.attempts.every((number) => recorded.attempts.has(number)) &&
        verdict.actions.every((number) => recorded.actions.has(number))
      ),
  );
  return [
    ...(wrong.length === 0 ? [] : [`verdicts that contradict their own occasions: ${idsOf(wrong)}`]),
    ...(unfounded.length === 0 ? [] : [`verdicts on evidence that is not in the record: ${idsOf(unfounded)}`]),
    ...(level === certificate.level ? [] : [`its own verdicts and session give another level: ${level}`]),
  ];
};

/** The problems of a session that does not fit the records of its parts. */
const sessionProblems = ({ session, records }: Certificate): string[] => {
  const [first, ...resumed] = records;
  const isInOrder = resumed.every(({ startedAt }, index) => startedAt > (records[index]?.startedAt ?? ''));
  return [
    ...(session.startedAt === first?.startedAt && isInOrder
      ? []
      : [`its session began (${session.startedAt}) at another time than its records say`]),
    ...(records.every(({ seed }) => seed === session.seed)
      ? []
      : [`its records are of another seed than ${session.seed}`]),
    ...(records.every(({ timeScale }) => timeScale === first?.timeScale)
      ? []
      : ['its records have several time scales']),
    ...((session.ended === 'incomplete') === (session.endedBy !== undefined)
      ? []
      : [`its session is ${session.ended}, and its end has ${session.endedBy === undefined ? 'no' : 'a'} reason`]),
  ];
};

/** Each obligation has one verdict. */
const verdictCountProblems = ({ verdicts, rules }: Certificate): string[] =>
  rules.count === verdicts.length && new Set(verdicts.map(({ id }) => id)).size === verdicts.length
    ? []
    : [`there are ${verdicts.length} verdicts on ${rules.count} obligations`];

/** The verdicts that today's obligations change; empty when they agree. */
export const changedByNewerRules = ({ verdicts, records }: Certificate): string[] => {
  const now = judgePartner(...records);
  const then = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const inWords = (verdict: Certificate['verdicts'][number]): string => standingOf(verdict).replace('-', ' ');
  return [
    ...now.flatMap((verdict) => {
      const before = then.get(verdict.id);
      if (before === undefined) return [`${verdict.id} is new, with ${inWords(verdict)}: ${verdict.text}`];
      return standingOf(before) === standingOf(verdict)
        ? []
        : [`${verdict.id} changes from ${inWords(before)} to ${inWords(verdict)}: ${verdict.text}`];
    }),
    ...verdicts
      .filter(({ id }) => !now.some((verdict) => verdict.id === id))
      .map((verdict) => `${verdict.id} is no longer judged: ${verdict.text}`),
  ];
};

/** Whether the judged records have the declared capabilities. */
const isJudgedAsDeclared = ({ partner, records }: Certificate): boolean =>
  records.every(({ capabilities }) => isDeepStrictEqual(partner.capabilities, capabilities));

const signatureProblems = async (
  { certificate, signature }: SignedCertificate,
  own: Key | undefined,
  trusted: Trusted | undefined,
): Promise<string[]> => {
  if (own === undefined) return ['the signature names no Ed25519 key'];
  const expected = trusted === undefined || isStore(trusted) ? own : trusted;
  try {
    const payload = Buffer.from(signedBytes(certificate)).toString('base64url');
    await flattenedVerify({ ...signature, payload }, await importJWK(expected, algorithm));
  } catch {
    return [
      expected.x === own.x
        ? 'the signature does not match: the certificate was changed after it was signed'
        : 'it was not signed by the key that was given',
    ];
  }
  return trusted !== undefined && isStore(trusted) ? keyProblems(trusted, own, certificate) : [];
};

/**
 * Verifies a certificate offline, as JSON or as a compact JWS: its form, its signature, and each verdict from its
 * evidence. Verdicts of other obligations cannot be computed again. They need `trusted`, and must agree with the level.
 */
export const verifyCertificate = async (given: string, trusted?: Trusted, now = new Date()): Promise<Verification> => {
  const text = certificateJson(given);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { ...nothing, problems: [`this is no JSON: ${messageOf(error)}`] };
  }
  if (nestsDeeper(content)) {
    return { ...nothing, problems: [`this is no certificate of Selo: it nests more than ${maxJsonDepth} levels`] };
  }
  const parsed = signedCertificateSchema.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      ...nothing,
      problems: [`this is no certificate that Selo verifies: ${issue?.path.join('/')}: ${issue?.message}`],
    };
  }
  const { certificate } = parsed.data;
  const own = await keyIn(parsed.data);
  const isRecomputed = certificate.rules.digest === rulesDigest();
  const signature = await signatureProblems(parsed.data, own, trusted);
  return {
    certificate,
    signedBy: own?.kid,
    isTrusted: trusted !== undefined && signature.length === 0,
    isRecomputed,
    problems: [
      ...signature,
      ...(isRecomputed ? recomputed(certificate) : inconsistent(certificate)),
      ...(isJudgedAsDeclared(certificate) ? [] : ['the declared capabilities are not those that were judged by']),
      ...sessionProblems(certificate),
      ...verdictCountProblems(certificate),
      ...validityProblems(certificate, now),
      ...(isCanonical(text, content)
        ? []
        : ['a key occurs twice in it, or a value is written otherwise than it was signed']),
      ...(isRecomputed || trusted !== undefined
        ? []
        : [
            'other obligations than these judged its verdicts, and nobody vouches for them: pass the issuer’s public key with --key, or a store of such keys with --trusted',
          ]),
    ],
    remarks:
      isRecomputed && trusted === undefined
        ? ['no key was given to compare with: the signature shows that nothing was changed, not who signed']
        : [],
  };
};
