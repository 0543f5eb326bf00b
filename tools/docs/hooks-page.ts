import { z } from 'zod';
import { actionNames } from '../../certify/scenarios/situations.ts';
import { type ActionName, hookContract } from '../../certify/triggers/hook-contract.ts';
import { actionTimeoutMs } from '../../certify/triggers/trigger.ts';

const descriptionOf = (schema: z.ZodType): string => z.toJSONSchema(schema, { io: 'input' }).description ?? '';

const sectionOf = (name: ActionName): string => {
  const { summary, changes, capability, parameters, answers, sends } = hookContract[name];
  const codes = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(', ');
  const fields = Object.entries<z.ZodType>(parameters.shape);
  return [
    `## ${name}`,
    `${summary}. The software needs it if it declares \`${capability}\`${'isOptional' in hookContract[name] ? ', unless it never does this' : ''}.`,
    `- **Afterwards**: ${changes}`,
    ...(sends.length === 0 ? [] : [`- **Sends**: ${codes(sends)}`]),
    ...(answers.length === 0 ? [] : [`- **Answers**: ${codes(answers)}`]),
    ...fields.map(([field, schema]) => `- \`${field}\`: ${descriptionOf(schema)}`),
  ]
    .join('\n')
    .replace(/^(## .*)\n(.*)\n/, '$1\n\n$2\n\n');
};

const introduction = `# Hooks of a partner

This page describes each action that Selo asks of a partner's software during [a certification](certify.md). \`npm run docs\`
writes it. [hooks.openapi.json](hooks.openapi.json) has the same as OpenAPI 3.1.

Each hook returns 200 when the software has accepted the action. Two other answers are correct:

- **501** for what the software never does, or never with these parameters. Selo then goes on without that action. It does
  not ask again without a parameter. A capability that is declared and never done breaks an obligation.
- **409** for what the software does and rightly refuses now. The record must show the reason, or the certificate is
  incomplete. Reasons are:
  - a coupon that was used, expired, replaced or not notified, or needs a larger purchase
  - a coupon for everybody, or one that the platform does not know, on an order that exists or is on hold
  - a coupon of one customer, on an order of another one
  - an order that was already paid or canceled, also for a coupon on it, and a customer who was deleted
  - the deletion of a customer who has orders, carts or coupons
  - a change or removal of a registration whose id no response showed
  - a second change of a customer, a second reading of a list, or a new registration, while the first change, the first
    reading or the removal is under way
  - a change or deletion of a customer, and a payment or cancellation of an order, while the creation is under way

Some scenarios ask for two actions at the same time, if the software serves its hooks over HTTP. It may carry them out in turn.
Any other kind of trigger gets the second action when the first one was answered.

**Sends** lists the requests to the platform. Each action causes at least one of them. The document does not show every path. If
the software uses another one, declare it in \`names.paths\` of [the partner file](partner.md).

## Two companies

The token identifies one company of the platform. Software that serves several of them declares \`several-companies\` and gets the
token of a second company. Each action may then have the parameter \`company\` with the value \`second\`. The software acts for that
company, with its token and about its records, and without the parameter for the first one. It registers its receiver for each
company, at one address or at two. What it does for one company leaves orders, carts, coupons and the registration of the other
in place. Both may share customers, products, stores and a bearer. \`idle\`, \`restart\` and \`state\` are about both.

## What the software does when the platform does not accept a request

Scenarios disturb requests of each kind, once, for some seconds or until a restart. A hook that has accepted an action need not
wait for that. \`idle\` waits until nothing is left to send. A hook may also wait for its requests, for at most
${actionTimeoutMs / 1000} seconds. Selo ends that wait early where only a restart helps.

| answer                       | what the software does                                                         |
| ---------------------------- | ------------------------------------------------------------------------------ |
| 5xx, 429, a reset, a timeout | It sends the same request again after a pause, also after a restart.           |
| 400, 401, 403, 404, 422      | It may leave out this one request, and sends it again unchanged twice at most. |
| any, for a while             | It keeps running and carries out the next actions.                             |
| 404 when a coupon is read    | It does not keep the coupon. A 404 for a change of it says nothing of the kind. |

Each 429 has \`Retry-After: 1\`, which is a second of documented time. A repeat that comes sooner is a remark.

After a 401 or 403 that lasted for a while, nobody has to send again what was refused. A coupon whose lookup was refused is
looked up again when it is notified again.
`;

export const hooksPage = (): string =>
  `${[introduction, ...actionNames.map(sectionOf)].join('\n')}\n`
    .replaceAll(/\n(## )/g, '\n\n$1')
    .replaceAll(/\n{3,}/g, '\n\n');
