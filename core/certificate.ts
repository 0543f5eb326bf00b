import { z } from 'zod';
import { obligationVerdictSchema } from './obligation-verdict.ts';
import { capabilitySchema, partnerRecordSchema } from './partner-record.ts';

/** `certified`: no obligation failed; with remarks: a `should` warned; `incomplete`: too little was seen to decide. */
const levels = ['certified', 'certified with remarks', 'not certified', 'incomplete'] as const;

/** The version of certificates that this version of Selo issues and verifies. */
export const certificateVersion = 'selo-certificate/5';

export const certificateSchema = z.strictObject({
  schema: z.literal(certificateVersion, {
    error: ({ input }) =>
      typeof input === 'string' && /^selo-certificate\/\d+$/.test(input)
        ? `it is ${input}, and this version of Selo verifies ${certificateVersion}: use the version that \`selo\` names`
        : undefined,
  }),
  id: z.string(),
  level: z.enum(levels),
  /** Why the level is not higher; empty when certified. */
  reasons: z.array(z.string()),
  partner: z.strictObject({
    name: z.string(),
    version: z.string(),
    build: z.string().exactOptional(),
    capabilities: z.array(capabilitySchema),
  }),
  /** What the requests show about the software. */
  software: z.strictObject({ userAgents: z.array(z.string()), addresses: z.array(z.string()) }),
  /** Capabilities that the partner used but did not declare. They are reported and are not a failure. */
  undeclared: z.array(capabilitySchema),
  /** How many musts may have no occasion. Absent: any number. */
  policy: z.strictObject({ unseenMusts: z.int().nonnegative() }).exactOptional(),
  /** Version of Selo. */
  selo: z.string(),
  rules: z.strictObject({ digest: z.string(), count: z.int().positive() }),
  session: z.strictObject({
    /** `observed`: no scenario was played. */
    kind: z.enum(['played', 'observed']),
    seed: z.string(),
    startedAt: z.iso.datetime(),
    ended: z.enum(['complete', 'incomplete']),
    endedBy: z.string().exactOptional(),
    scenarios: z.array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        /** `not possible`: the receiver acknowledged no notification, and the scenario needs one. */
        outcome: z.enum(['played', 'not declared', 'not possible', 'not played']),
      }),
    ),
  }),
  validFrom: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  /** SHA-256 of the page that was issued with the certificate, in hexadecimal. */
  page: z.strictObject({ digest: z.string() }).exactOptional(),
  verdicts: z.array(obligationVerdictSchema),
  /** The evidence of the verdicts: one record for each start and each resumption of the session. */
  records: z.array(partnerRecordSchema).min(1),
});

export type Certificate = z.output<typeof certificateSchema>;

/** A certificate with its signature (JWS, EdDSA over the certificate's JSON text). */
export const signedCertificateSchema = z.strictObject({
  certificate: certificateSchema,
  signature: z.strictObject({ protected: z.string(), signature: z.string() }),
});

export type SignedCertificate = z.output<typeof signedCertificateSchema>;
