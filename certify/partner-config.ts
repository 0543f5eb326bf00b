import { z } from 'zod';
import { capabilitySchema } from '../core/partner-record.ts';
import { fieldNamesSchema } from './field-names.ts';

const hooks = z.strictObject({
  kind: z.literal('http'),
  /** Base of the hooks; the action's name is appended. */
  url: z.url({ protocol: /^https?$/ }),
  /** Environment variable with a bearer for them. */
  tokenEnv: z.string().exactOptional(),
});

const command = z.strictObject({
  kind: z.literal('command'),
  command: z.string().min(1),
  /** Before the action's name and its parameters as JSON. */
  args: z.array(z.string()).default([]),
});

/** Somebody at the terminal who clicks in the shop. */
const person = z.strictObject({ kind: z.literal('person') });

/** The partner's software, or an agent beside it, asks at the platform's address what to do next. */
const poll = z.strictObject({ kind: z.literal('poll') });

/** Who is certified, what it can do, and how it is made to act. */
export const partnerConfigSchema = z.strictObject({
  name: z.string().min(1),
  version: z.string().min(1),
  /** What distinguishes two builds of a version, for example a commit or the digest of an image. */
  build: z.string().min(1).exactOptional(),
  capabilities: z.array(capabilitySchema).min(1),
  /** Names of fields that the document does not show, as the platform has them that the partner is written for. */
  names: fieldNamesSchema.exactOptional(),
  /** Left out where it is only observed. */
  triggers: z.discriminatedUnion('kind', [hooks, command, person, poll]).exactOptional(),
  /**
   * Started for the session, with PLATFORM_URL, PLATFORM_TOKEN, PLATFORM_ACCESS_HEADER and PLATFORM_ACCESS_KEY in its
   * environment, and ended after it. A value of `env` may hold them as `${PLATFORM_TOKEN}`, for a partner whose
   * variables have other names. Left out where the partner runs already and has them.
   */
  start: z
    .strictObject({
      command: z.string().min(1),
      args: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).default({}),
    })
    .exactOptional(),
});

export type PartnerConfig = z.output<typeof partnerConfigSchema>;
