import type { Registration } from '../company.ts';
import { answerDelete, answerWrite, refuse } from '../http/answers.ts';
import { readBody, unknownRecordRefusal } from '../http/body.ts';
import type { FieldReader } from '../http/fields.ts';
import type { RoutedCall, RouteHandler } from '../http/router.ts';
import type { World } from '../world.ts';

const events = ['coupon_create'] as const;

function readRegistration(world: World, fields: FieldReader) {
  const { webhookUrl } = world.choices.fields;
  const url = fields.text(webhookUrl, 'required');
  const isHttp = url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (url !== undefined && !isHttp)
    fields.note({ field: webhookUrl, expected: 'an http or https URL', isMissing: false });
  return {
    event: fields.oneOf('event', events, 'required'),
    url,
    bearerToken: fields.text('bearerToken') || undefined,
    isBearerSent: fields.isSent('bearerToken'),
  };
}

function presentRegistration(world: World, { id, event, url, bearerToken }: Registration): object {
  return {
    id,
    event,
    [world.choices.fields.webhookUrl]: url,
    hasBearerToken: bearerToken !== undefined,
  };
}

/** The caller's registration, or one of another company that the policy lets the caller reach. */
function companyOfRegistration(world: World, routed: RoutedCall) {
  for (const company of [routed.company, ...world.companiesById.values()]) {
    if (company.registration?.id !== routed.param) continue;
    const facts = {
      route: routed.route,
      recordCompanyId: company.id,
      callerCompanyId: routed.company.id,
    };
    if (world.policy.isolation.mayReach(facts)) return { company, registration: company.registration };
  }
  return undefined;
}

function postWebhook(world: World): RouteHandler {
  const { secondRegistration } = world.choices.webhooks;
  return ({ call, company, route }) => {
    const { values, sent, validation } = readBody(world, call, 'whole', (fields) => readRegistration(world, fields));
    if (validation !== undefined) return refuse(world, validation);
    const { registration: standing } = company;
    if (standing !== undefined && secondRegistration === 'refuses-422') {
      return refuse(world, { status: 422, message: 'Webhook already registered' });
    }
    const id = standing !== undefined && secondRegistration === 'updates' ? standing.id : world.newId();
    const { url = '', bearerToken } = values;
    const registration: Registration = { id, event: 'coupon_create', url, bearerToken };
    company.formerRegistration = standing;
    company.registration = registration;
    return answerWrite(world, { route, sent, id, stored: presentRegistration(world, registration) });
  };
}

function putWebhook(world: World): RouteHandler {
  const isFull = world.choices.records.puts === 'full';
  const missing = world.policy.errors.missingRecord['PUT /webhooks/:id'];
  return (routed) => {
    const { values, sent, validation } = readBody(world, routed.call, isFull ? 'whole' : 'partial', (fields) =>
      readRegistration(world, fields),
    );
    const found = companyOfRegistration(world, routed);
    if (found === undefined) return refuse(world, unknownRecordRefusal(world, validation, missing));
    if (validation !== undefined) return refuse(world, validation);
    const { company, registration: standing } = found;
    const keepsBearer = !isFull && !values.isBearerSent;
    const registration: Registration = {
      ...standing,
      url: values.url ?? standing.url,
      bearerToken: keepsBearer ? standing.bearerToken : values.bearerToken,
    };
    company.formerRegistration = standing;
    company.registration = registration;
    const { id } = registration;
    return answerWrite(world, { route: routed.route, sent, id, stored: presentRegistration(world, registration) });
  };
}

/** The registration of a company. `webhooks/` sends its notifications. */
export function webhookRoutes(world: World) {
  const { errors } = world.policy;
  return {
    'POST /webhooks': postWebhook(world),
    'PUT /webhooks/:id': putWebhook(world),
    'DELETE /webhooks/:id': (routed: RoutedCall) => {
      const found = companyOfRegistration(world, routed);
      if (found === undefined) return refuse(world, errors.missingRecord['DELETE /webhooks/:id']);
      found.company.formerRegistration = found.registration;
      found.company.registration = undefined;
      return answerDelete(world, routed.route);
    },
  };
}
