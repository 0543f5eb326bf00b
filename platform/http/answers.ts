import { STATUS_CODES } from 'node:http';
import type { Refusal } from '../policy/errors.ts';
import type { Route } from '../routes.ts';
import type { World } from '../world.ts';
import type { Answer } from './call.ts';

/** An error of the API, with fields that the document does not show besides `message`. */
export function refuse({ choices }: World, { status, message }: Refusal): Answer {
  const extra = choices.answers.extraFields.errors ? { statusCode: status, error: STATUS_CODES[status] ?? '' } : {};
  return { status, body: { ...extra, message } };
}

interface WrittenRecord {
  route: Route;
  /** The body that was sent. */
  sent: Record<string, unknown>;
  id: string;
  /** The record as a GET shows it. */
  stored: object;
}

/** The answer to a POST or PUT. */
export function answerWrite({ choices, policy }: World, { route, sent, id, stored }: WrittenRecord): Answer {
  const bodies = { echo: sent, stored, 'empty-object': {} };
  const carriesId = choices.answers.writesCarryId || route === 'POST /webhooks';
  const body = bodies[choices.answers.writes];
  return {
    status: policy.writes.successStatus(route),
    body: carriesId ? { ...body, id } : body,
  };
}

/** The answer to a successful DELETE. */
export function answerDelete({ policy }: World, route: Route): Answer {
  return { status: policy.writes.successStatus(route), body: policy.writes.deleteBody(route) };
}
