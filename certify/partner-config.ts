import { z } from 'zod';
import { capabilitySchema, type PartnerCapability } from '../core/partner-record.ts';
import { fieldNamesSchema } from './field-names.ts';

const kindMeaning =
  '`http`: the software serves hooks; `command`: Selo starts a program for each action; `person`: Selo asks somebody at the terminal; `poll`: the software asks Selo what to do';

const hooks = z.strictObject({
  kind: z.literal('http').describe(kindMeaning),
  url: z.url({ protocol: /^https?$/ }).meta({
    description: 'for `http`: base URL of the hooks; Selo appends the name of the action',
    examples: ['http://127.0.0.1:4100/hooks'],
  }),
  tokenEnv: z
    .string()
    .exactOptional()
    .meta({ description: 'for `http`: environment variable with a bearer for the hooks', examples: ['HOOKS_TOKEN'] }),
});

const command = z.strictObject({
  kind: z.literal('command').describe(kindMeaning),
  command: z
    .string()
    .min(1)
    .meta({
      description: 'for `command`: program that carries out an action, in the folder of the partner file',
      examples: ['node'],
    }),
  args: z
    .array(z.string())
    .default([])
    .describe('for `command`: arguments before the name of the action and its parameters as JSON'),
});

/** A person at the terminal who operates the shop. */
const person = z.strictObject({ kind: z.literal('person').describe(kindMeaning) });

/** The partner's software, or an agent next to it, asks Selo what to do next. */
const poll = z.strictObject({ kind: z.literal('poll').describe(kindMeaning) });

/** The variables that Selo sets for software that it starts. */
const givenNames = [
  'PLATFORM_URL',
  'PLATFORM_TOKEN',
  'PLATFORM_SECOND_TOKEN',
  'PLATFORM_ACCESS_HEADER',
  'PLATFORM_ACCESS_KEY',
] as const;
export type GivenName = (typeof givenNames)[number];
export const isGivenName = (name: string): name is GivenName => givenNames.some((given) => given === name);

/** Whether a session can bring the software coupons, its own or notified ones. */
const hasCoupons = (declared: readonly PartnerCapability[]): boolean =>
  declared.includes('coupons') || declared.includes('webhooks');

/** The partner's software, its capabilities, and how Selo makes it act. */
export const partnerConfigSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .meta({ description: 'name of the software on the certificate', examples: ['Example shop'] }),
  version: z
    .string()
    .min(1)
    .meta({ description: 'version of the software on the certificate', examples: ['1.0.0'] }),
  build: z
    .string()
    .min(1)
    .exactOptional()
    .meta({ description: 'distinguishes two builds of a version, such as a commit', examples: ['8c5f2d1'] }),
  capabilities: z
    .array(capabilitySchema)
    .min(1)
    .refine((declared) => !declared.includes('mark-used') || hasCoupons(declared), {
      error: '"mark-used" needs coupons to mark: declare "coupons" or "webhooks"',
    })
    .refine((declared) => !declared.includes('redemption') || declared.includes('orders') || hasCoupons(declared), {
      error: '"redemption" needs orders or coupons: declare "orders", "coupons" or "webhooks"',
    })
    .refine((declared) => !declared.includes('several-companies') || declared.length > 1, {
      error: '"several-companies" needs what the software does for them: declare another capability as well',
    })
    .meta({
      description: 'what the software does; Selo tests each capability, and nothing else',
      examples: [['webhooks', 'orders']],
    }),
  names: fieldNamesSchema
    .exactOptional()
    .describe('names of fields that the document does not show, as the software has them'),
  triggers: z
    .discriminatedUnion('kind', [hooks, command, person, poll])
    .exactOptional()
    .describe('how Selo makes the software act; not needed with `--observe`'),
  start: z
    .strictObject({
      command: z
        .string()
        .min(1)
        .meta({
          description: 'program of the software; it runs in the folder of the partner file',
          examples: ['node'],
        }),
      args: z.array(z.string()).default([]).describe('its arguments'),
      env: z
        .record(
          z.string(),
          z.string().superRefine((value, { addIssue }) => {
            const unknown = [...value.matchAll(/\$\{(PLATFORM_\w*)\}/g)].find(([, name = '']) => !isGivenName(name));
            if (unknown !== undefined) {
              addIssue({ code: 'custom', message: `Selo sets no ${unknown[1]}; it sets ${givenNames.join(', ')}` });
            }
          }),
        )
        .default({})
        .meta({
          description: 'more variables of the software; a value may name a variable that Selo sets, as in the example',
          examples: [{ SHOP_SECRET: `\${PLATFORM_TOKEN}` }],
        }),
    })
    .exactOptional()
    .describe(
      `starts the software for the session, and ends it afterward; leave it out if the software already runs. Its environment gets ${new Intl.ListFormat('en').format(givenNames.map((name) => `\`${name}\``))}, the second token only with \`several-companies\``,
    ),
});

export type PartnerConfig = z.output<typeof partnerConfigSchema>;
