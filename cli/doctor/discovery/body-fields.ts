import { isObject, type JsonObject } from '../../../core/json.ts';
import { type Meaning, meaningIn, meaningOf } from './words.ts';

/** The names that lead to a field, outermost first. */
export type Path = readonly string[];

/** The object with a value at the path; undefined if a value on the way is not an object. */
export const withValueAt = (object: JsonObject, [name, ...rest]: Path, value: unknown): JsonObject | undefined => {
  if (name === undefined) return undefined;
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = Object.hasOwn(object, name) ? object[name] : {};
  const within = isObject(inner) ? withValueAt(inner, rest, value) : undefined;
  return within && { ...object, [name]: within };
};

export const hasAt = (object: unknown, [name, ...rest]: Path): boolean => {
  if (name === undefined) return true;
  return isObject(object) && Object.hasOwn(object, name) && hasAt(object[name], rest);
};

/** Every string and number in a value. */
export const leavesIn = (value: unknown): (string | number)[] => {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesIn);
};

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
};

const messagesIn = (body: unknown): string[] => textsIn(isObject(body) && 'message' in body ? body.message : body);

/** Names in quotes, and words that may be names of fields or paths to them. */
const name = /["'`]([^"'`]{1,80})["'`]|([\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}_][\p{L}\p{N}_ -]*[\p{L}\p{N}_])*)/gu;

/** A code such as `E_MISSING`, which is the name of no field. */
const code = /^[A-Z]+_[A-Z_]+$/;

const pathOf = (field: string): Path =>
  field
    .replace(/^E_[A-Z]+:/, '')
    .replace(/^body\./, '')
    .split('.');

const wordsIn = (text: string): Path[] =>
  [...text.matchAll(name)].map(([, quoted, word]) => pathOf(quoted ?? word ?? '')).filter(([first]) => first !== '');

/** The words and quoted names in a refusal. The document says that the list of a 400 names fields, but not in what form. */
export const namedFields = (body: unknown): Path[] => messagesIn(body).flatMap(wordsIn);

const verb = 'must|should|is|are|has|can|cannot|may|needs|required|missing|deve|não|é|precisa|obrigat[óo]ri[oa]';

/** The word that a clause is about: the only one, one before a colon, or one before a verb. */
const subject = new RegExp(`^\\W*([\\p{L}_][\\p{L}\\p{N}_.-]*)\\W*(?:$|:|\\s(?:${verb})(?!\\p{L}))`, 'iu');

const isJoined = (word: string): boolean => /\p{Ll}\p{Lu}|\p{L}[._]\p{L}/u.test(word) && !code.test(word);

/** The fields that a clause is certain to name, by their form or by where they are. */
const subjectsIn = (clause: string): Path[] => {
  const [, first] = subject.exec(clause) ?? [];
  const quoted = [...clause.matchAll(name)].flatMap(([, inQuotes]) => inQuotes ?? []);
  const joined = clause.split(/[^\p{L}\p{N}._-]+/u).filter(isJoined);
  const names = [...quoted, ...joined, ...(first === undefined || code.test(first) ? [] : [first])];
  return [...new Set(names)].map(pathOf);
};

/** A field that a refusal names, and what it means. */
interface UnderstoodField {
  path: Path;
  meaning: Meaning;
}

const understood = (path: Path, meaning: Meaning | undefined): UnderstoodField[] =>
  meaning === undefined ? [] : [{ path, meaning }];

/**
 * The new fields that a refusal names and whose meaning is one of those. The name of a field shows its meaning, or else
 * what the message says of it: `destino must be a URL`. A word that is not certain to be a field must have a known name.
 */
export const understoodFields = (
  body: unknown,
  among: readonly Meaning[],
  isNew: (path: Path) => boolean,
): UnderstoodField[] =>
  messagesIn(body).flatMap((message) => {
    const named = message.split(/[;,\n]/).flatMap((clause) => subjectsIn(clause).map((path) => ({ path, clause })));
    const last = (path: Path): string => path.at(-1) ?? '';
    const readings = [
      named.flatMap(({ path }) => understood(path, meaningOf(last(path), among) ?? meaningIn(last(path), among))),
      named.flatMap(({ path, clause }) => understood(path, meaningIn(clause, among))),
      wordsIn(message).flatMap((path) => understood(path, meaningOf(last(path), among))),
    ];
    return readings.map((fields) => fields.filter(({ path }) => isNew(path))).find(({ length }) => length > 0) ?? [];
  });
