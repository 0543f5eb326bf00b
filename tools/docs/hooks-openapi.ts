import { z } from 'zod';
import { actionNames } from '../../certify/scenarios/situations.ts';
import { type ActionName, companyParameter, hookContract } from '../../certify/triggers/hook-contract.ts';
import { heldCouponsSchema, madeFields } from '../../certify/triggers/partner-answer.ts';
import manifest from '../../package.json' with { type: 'json' };

/** A schema as OpenAPI 3.1 has it: JSON Schema without `$schema`. */
const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
};

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });

const reference = (name: string): object => ({ $ref: `#/components/${name}` });

const refusals = {
  409: reference('responses/Refused'),
  501: reference('responses/CannotDo'),
};

const actionPath = (name: ActionName): object => {
  const { summary, changes, capability, parameters, answers } = hookContract[name];
  const answersInWords =
    answers.length === 0 ? '' : ` Answers ${answers.map((field) => `\`${field}\``).join(' and ')}.`;
  return {
    post: {
      operationId: name,
      summary,
      description: `The software needs it if it declares \`${capability}\`. ${changes}${answersInWords}`,
      requestBody: { required: true, ...json(schemaOf(companyParameter.extend(parameters.shape))) },
      responses: { 200: reference('responses/Accepted'), ...refusals },
    },
  };
};

export const hooksOpenApi = (): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Hooks of a partner’s software',
    version: manifest.version,
    description:
      'Selo calls these hooks to make the software act. The base is `triggers.url` of the partner file. A hook answers as soon as it has accepted the action; the work may continue until `idle` answers.',
  },
  servers: [{ url: 'http://127.0.0.1:4100/hooks', description: '`triggers.url`, here of the example shop' }],
  security: [{}, { hooks: [] }],
  paths: {
    ...Object.fromEntries(actionNames.map((name) => [`/${name}`, actionPath(name)])),
    '/idle': {
      post: {
        operationId: 'idle',
        summary: 'Answer as soon as nothing is under way, scheduled work included',
        responses: { 200: { description: 'The software has finished.' } },
      },
    },
    '/restart': {
      post: {
        operationId: 'restart',
        summary: 'Start again with what is stored; optional',
        responses: { 200: { description: 'The software serves its hooks again.' }, ...refusals },
      },
    },
    '/state': {
      get: {
        operationId: 'state',
        summary: 'List the coupons that the software holds; optional',
        responses: {
          200: {
            description: 'The coupons.',
            ...json(schemaOf(z.object({ coupons: heldCouponsSchema }))),
          },
          501: refusals[501],
        },
      },
    },
  },
  components: {
    securitySchemes: {
      hooks: {
        type: 'http',
        scheme: 'bearer',
        description: 'The value of the variable that `triggers.tokenEnv` names.',
      },
    },
    responses: {
      Accepted: { description: 'The software has accepted the action.', ...json(schemaOf(z.object(madeFields))) },
      Refused: {
        description:
          'The software does this, and rightly refuses it now, for example for a coupon that has expired. Selo looks for the reason in what it has seen; without a reason, the certificate is incomplete.',
        ...json({ $ref: '#/components/schemas/Reason' }),
      },
      CannotDo: {
        description: 'The software never does this, or never with these parameters.',
        ...json({ $ref: '#/components/schemas/Reason' }),
      },
    },
    schemas: {
      Reason: { type: 'object', properties: { message: { type: 'string', description: 'Why, in words.' } } },
    },
  },
});
