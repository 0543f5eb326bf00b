import { z } from 'zod';
import { type ActionName, hookContract } from '../../certify/triggers/hook-contract.ts';

const descriptionOf = (schema: z.ZodType): string => z.toJSONSchema(schema, { io: 'input' }).description ?? '';

const sectionOf = (name: ActionName): string => {
  const { summary, changes, capability, parameters, answers } = hookContract[name];
  const fields = Object.entries<z.ZodType>(parameters.shape);
  return [
    `## ${name}`,
    `${summary}. The software needs it if it declares \`${capability}\`${'isOptional' in hookContract[name] ? ', unless it never does this' : ''}.`,
    `- **Afterwards**: ${changes}`,
    ...(answers.length === 0 ? [] : [`- **Answers**: ${answers.map((answer) => `\`${answer}\``).join(', ')}`]),
    ...fields.map(([field, schema]) => `- \`${field}\`: ${descriptionOf(schema)}`),
  ]
    .join('\n')
    .replace(/^(## .*)\n(.*)\n/, '$1\n\n$2\n\n');
};

const introduction = `# Hooks of a partner

This page describes each action that Selo asks of a partner's software during [a certification](certify.md). \`npm run docs\`
writes it. [hooks.openapi.json](hooks.openapi.json) has the same as OpenAPI 3.1.

Each hook returns 200 when the software has accepted the action. Two other answers are correct:

- **501** for what the software never does, or never with these parameters. Selo then plays the scenario without it. A
  capability that is declared and never done breaks an obligation.
- **409** for what the software does and rightly refuses now. The record must show the reason, or the certificate is
  incomplete. Reasons are:
  - a coupon that was used, expired, replaced or not notified, or needs a larger purchase
  - a coupon for everybody, or one that the platform does not know, on an order that exists
  - an order that was already paid or canceled, and a customer who was deleted
`;

export const hooksPage = (): string =>
  `${[introduction, ...(Object.keys(hookContract) as ActionName[]).map(sectionOf)].join('\n')}\n`
    .replaceAll(/\n(## )/g, '\n\n$1')
    .replaceAll(/\n{3,}/g, '\n\n');
