import { isObject, type JsonObject } from '../../../core/json.ts';
import type { Exchange } from '../../../fixtures/exchange.ts';
import { fillTemplate } from '../../../fixtures/reading/template.ts';
import { hasAt, leavesIn, namedFields, type Path, understoodFields, withValueAt } from './body-fields.ts';
import type { Explorer } from './explorer.ts';
import { type Meaning, meaningOf, namesOf } from './words.ts';

/** Contents of fields by their meaning: a slot such as `{phone}`, or a fixed value. */
export type Contents = Partial<Record<Meaning, unknown>>;

export const anAddress = { street: 'Rua Um', number: '1', city: 'São Paulo', state: 'SP', zip: '01001-000' };

export interface BodyRequest {
  path: string;
  /** Documented fields with values for one record. */
  documented(): JsonObject;
  /** Slots with values for one record. */
  slots(): JsonObject;
  /** Contents of fields that the target may require. */
  contents: Contents;
  /** The template to start with. */
  template?: JsonObject;
}

export interface AcceptedBody {
  template: JsonObject;
  answer: Exchange;
  slots: JsonObject;
  documented: JsonObject;
  sent: JsonObject;
}

/** Why no body was found: the last answer of the target. */
export interface RefusedBody {
  refused: string;
}

const rounds = 8;

const describeAnswer = (answer: Exchange | undefined): string => {
  if (answer === undefined) return 'no answer';
  const { body } = answer;
  const message = isObject(body) && 'message' in body ? `: ${JSON.stringify(body.message)}` : '';
  return `status ${answer.status}${message.slice(0, 200)}`;
};

/** The template with the fields that a refusal names, if their contents are known. */
const extended = (template: JsonObject, refusal: Exchange, contents: Contents): JsonObject | undefined => {
  const known = Object.keys(contents) as Meaning[];
  const fields = understoodFields(refusal.body, known, (path) => !hasAt(template, path));
  const paths = [...fields.map(({ path }) => path), ...namedFields(refusal.body)].map((path) => path.join('.'));
  // an object is omitted if one of its fields is also named
  const deepest = fields.filter(({ path }) => !paths.some((other) => other.startsWith(`${path.join('.')}.`)));
  return deepest.reduce<JsonObject | undefined>((grown, { path, meaning }) => {
    const current = grown ?? template;
    return hasAt(current, path) ? grown : (withValueAt(current, path, contents[meaning]) ?? grown);
  }, undefined);
};

/** Sends bodies until one is accepted, each time with the fields that the last refusal named. */
export const findBody = async (explorer: Explorer, request: BodyRequest): Promise<AcceptedBody | RefusedBody> => {
  let template: JsonObject = request.template ?? {};
  let answer: Exchange | undefined;
  for (let round = 0; round < rounds; round++) {
    const [slots, documented] = [request.slots(), request.documented()];
    const sent = { ...fillTemplate(template, slots), ...documented };
    answer = await explorer.ask('POST', request.path, sent);
    if (answer === undefined) break;
    if (answer.status < 300) return { template, answer, slots, documented, sent };
    const grown =
      answer.status === 400 || answer.status === 422 ? extended(template, answer, request.contents) : undefined;
    if (grown === undefined) break;
    template = grown;
  }
  return { refused: describeAnswer(answer) };
};

/** Turns an example of a body into a template: fields with known names get slots. */
export const templateFrom = (example: JsonObject, contents: Contents, documented: JsonObject): JsonObject => {
  const known = Object.keys(contents) as Meaning[];
  const fill = (object: JsonObject, isTop: boolean): JsonObject =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
        if (isTop && Object.hasOwn(documented, name)) return [];
        const meaning = meaningOf(name, known);
        if (isObject(value)) return [[name, fill(value, false)]];
        return [[name, meaning === undefined || Array.isArray(value) ? value : contents[meaning]]];
      }),
    );
  return fill(example, true);
};

/** An optional field that the target may know, and its slot. */
export interface Wanted {
  meaning: Meaning;
  slot: string;
  /** A unique value, by which an answer shows which name the target accepted. */
  mark(): string | number;
  groups: readonly Path[];
}

/** The paths of all objects in a template. */
export const objectsIn = (template: JsonObject, at: Path = []): Path[] => [
  at,
  ...Object.entries(template).flatMap(([name, value]) => (isObject(value) ? objectsIn(value, [...at, name]) : [])),
];

interface Candidate {
  path: Path;
  slot: string;
  mark: string | number;
}

const candidatesOf = (template: JsonObject, wanted: readonly Wanted[]): Candidate[] =>
  wanted.flatMap(({ meaning, slot, mark, groups }) =>
    groups.flatMap((group) =>
      namesOf(meaning)
        .map((name) => [...group, name])
        .filter((path) => !hasAt(template, path))
        .map((path) => ({ path, slot, mark: mark() })),
    ),
  );

const withCandidates = (body: JsonObject, candidates: readonly Candidate[]): JsonObject =>
  candidates.reduce<JsonObject>(
    (sent, { path, mark }) => (hasAt(sent, path) ? sent : (withValueAt(sent, path, mark) ?? sent)),
    body,
  );

const isShown = ({ mark }: Candidate, leaves: readonly (string | number)[]): boolean =>
  leaves.some((leaf) =>
    typeof mark === 'number' ? Number(leaf) === mark : String(leaf).toLowerCase().includes(mark.toLowerCase()),
  );

/** Without the names that the target refuses; undefined if the refusal names none of them. */
const withoutRefused = (candidates: readonly Candidate[], refusal: Exchange): Candidate[] | undefined => {
  const named = new Set(namedFields(refusal.body).map((path) => path.join('.')));
  const left = candidates.filter(({ path }) => !path.some((_, index) => named.has(path.slice(0, index + 1).join('.'))));
  return left.length < candidates.length ? left : undefined;
};

/**
 * Sends a record with all likely names of the optional fields at once, each with a unique value. Unknown fields are
 * ignored (Resources › Unknown fields), so the record shows which names were accepted.
 */
export const findOptional = async (
  explorer: Explorer,
  { path, documented, slots }: BodyRequest,
  template: JsonObject,
  wanted: readonly Wanted[],
  read: (slots: JsonObject, documented: JsonObject) => Promise<unknown>,
): Promise<JsonObject> => {
  let candidates: Candidate[] | undefined = candidatesOf(template, wanted);
  for (let round = 0; candidates && candidates.length > 0 && round < 4; round++) {
    const [filled, own] = [slots(), documented()];
    const sent = withCandidates({ ...fillTemplate(template, filled), ...own }, candidates);
    const answer = await explorer.ask('POST', path, sent);
    if (answer === undefined) return template;
    if (answer.status < 300) {
      const leaves = leavesIn(await read(filled, own));
      const taken = candidates.filter((candidate) => isShown(candidate, leaves));
      // one name for each slot: a target that shows several names echoes whatever it receives
      const bySlot = Map.groupBy(taken, ({ slot }) => slot);
      return [...bySlot.values()].reduce<JsonObject>((grown, [first, second]) => {
        if (!first || second) return grown;
        return withValueAt(grown, first.path, first.slot) ?? grown;
      }, template);
    }
    candidates = withoutRefused(candidates, answer);
  }
  return template;
};
