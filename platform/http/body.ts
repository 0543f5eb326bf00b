import type { FieldProblem } from '../choices.ts';
import type { DocumentedRefusal, Refusal } from '../policy/errors.ts';
import type { World } from '../world.ts';
import type { Call } from './call.ts';
import { type FieldReader, isObject, readFields } from './fields.ts';

export interface BodyReading<Values> {
  values: Values;
  sent: Record<string, unknown>;
  /** Undefined for a valid body. */
  validation: Refusal | undefined;
}

interface ParsedBody {
  fields: Record<string, unknown>;
  /** Whether there is a body with the right `Content-Type`. */
  isRead: boolean;
  malformed?: string;
}

function parse({ policy }: World, call: Call): ParsedBody {
  if (!policy.writes.isBodyRead(call.headers['content-type']) || call.body === '') return { fields: {}, isRead: false };
  try {
    const body: unknown = JSON.parse(call.body);
    if (isObject(body)) return { fields: body, isRead: true };
    return {
      fields: {},
      isRead: true,
      malformed: 'the body is no JSON object',
    };
  } catch {
    return { fields: {}, isRead: true, malformed: 'the body is no JSON' };
  }
}

/**
 * Reads a body. Without `Content-Type: application/json` it is ignored, so its fields are missing (Endpoints). A `partial`
 * body may lack the required fields.
 */
export function readBody<Values>(
  world: World,
  call: Call,
  extent: 'whole' | 'partial',
  read: (fields: FieldReader) => Values,
): BodyReading<Values> {
  const { errors } = world.policy;
  const parsed = parse(world, call);
  const problems: string[] = [];
  const note = (problem: FieldProblem) => void problems.push(world.choices.requests.fieldWording(problem));
  const isEnforced = extent === 'whole' || !parsed.isRead;
  const values = read(readFields(world, parsed.fields, { isEnforced, note, path: '' }));
  let validation: Refusal | undefined;
  if (parsed.malformed !== undefined) validation = errors.malformedJson(parsed.malformed);
  else if (problems.length > 0) validation = errors.validation(problems);
  return { values, sent: parsed.fields, validation };
}

/** The refusal of a request with an invalid body or broken business rules. */
export function refusalOf(
  { policy, choices }: World,
  validation: Refusal | undefined,
  brokenRules: DocumentedRefusal[],
): Refusal | undefined {
  const rule = brokenRules.length === 0 ? undefined : policy.errors.rules(brokenRules, choices.answers.ruleSeparator);
  return policy.errors.first({ validation, rule });
}

/**
 * The refusal of a request with a body for an unknown record. A 400 comes before a 422 (Errors). Between 400 and 404, the
 * choices decide.
 */
export function unknownRecordRefusal(
  { policy, choices }: World,
  validation: Refusal | undefined,
  missing: DocumentedRefusal,
): Refusal {
  if (missing.status === 422) return policy.errors.first({ validation, rule: missing }) ?? missing;
  return choices.requests.unknownRecordOnPut === 'before-validation' ? missing : (validation ?? missing);
}
