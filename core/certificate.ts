import { z } from 'zod';
import { obligationVerdictSchema } from './obligation-verdict.ts';
import { capabilitySchema, partnerRecordSchema } from './partner-record.ts';

/** `certified`: everything kept; with remarks: a should is broken; `incomplete`: too little was seen to say either. */
const levels = ['certified', 'certified with remarks', 'not certified', 'incomplete'] as const;

/** Of certificates that this version issues and verifies. */
export const certificateVersion = 'selo-certificate/4';

export const certificateSchema = z.strictObject({
  schema: z.literal(certificateVersion, {
    error: ({ input }) =>
      typeof input === 'string' && /^selo-certificate\/\d+$/.test(input)
        ? `it is ${input}, and this version of Selo verifies ${certificateVersion}: use the version that \`selo\` names`
        : undefined,
  }),
  id: z.string(),
  level: z.enum(levels),
  /** Why it is no better, in words; empty when certified. */
  reasons: z.array(z.string()),
  partner: z.strictObject({
    name: z.string(),
    version: z.string(),
    /** As declared. */
    build: z.string().exactOptional(),
    capabilities: z.array(capabilitySchema),
  }),
  /** What its requests show of the software; certificates of earlier versions do not say. */
  software: z.strictObject({ userAgents: z.array(z.string()), addresses: z.array(z.string()) }).exactOptional(),
  /** What it was seen to do without having declared it: reported, and no failure. */
  undeclared: z.array(capabilitySchema),
  /** How many musts may have had no occasion, as the issuer wants it; any number where it is left out. */
  policy: z.strictObject({ unseenMusts: z.int().nonnegative() }).exactOptional(),
  /** Version of Selo, and the digest of the obligations that were judged. */
  selo: z.string(),
  rules: z.strictObject({ digest: z.string(), count: z.int().positive() }),
  session: z.strictObject({
    /** `observed`: no scenario was played. */
    kind: z.enum(['played', 'observed']),
    /** What its scenarios drew from. */
    seed: z.string(),
    startedAt: z.iso.datetime(),
    ended: z.enum(['complete', 'incomplete']),
    endedBy: z.string().exactOptional(),
    scenarios: z.array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        /** `not possible`: its receiver took no notification, without which the scenario shows nothing. */
        outcome: z.enum(['played', 'not declared', 'not possible', 'not played']),
      }),
    ),
  }),
  /** In UTC. */
  validFrom: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  /** SHA-256 of the page that was issued with it, in hexadecimal. */
  page: z.strictObject({ digest: z.string() }).exactOptional(),
  verdicts: z.array(obligationVerdictSchema),
  /** What the verdicts rest on: a record for each time the session was begun or resumed. */
  records: z.array(partnerRecordSchema).min(1),
});

export type Certificate = z.output<typeof certificateSchema>;

/** A certificate with its signature (JWS, EdDSA over the certificate's JSON text). */
export const signedCertificateSchema = z.strictObject({
  certificate: certificateSchema,
  signature: z.strictObject({ protected: z.string(), signature: z.string() }),
});

export type SignedCertificate = z.output<typeof signedCertificateSchema>;
