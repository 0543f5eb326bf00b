import type { StoredExchange } from '../../../core/exchange.ts';
import type { Result } from '../../../core/result.ts';
import { type Verdict, violationOf } from '../../../core/verdict.ts';
import { regressionTestOf } from '../../../properties/states/regression-file.ts';
import { unprintableClass } from '../../kit/printable.ts';
import { type ListedRule, listedRules } from '../../listed-rules.ts';

const unprintable = new RegExp(`[${unprintableClass}]`, 'u');
/** Characters that `$'…'` must escape. */
const spelled = new RegExp(`[${unprintableClass}'\\\\]`, 'gu');

/** Escapes the bytes, because the meaning of a code point depends on the locale of the shell. */
const escapeOf = (character: string): string =>
  Buffer.from(character).reduce((escaped, byte) => `${escaped}\\x${byte.toString(16).padStart(2, '0')}`, '');

const quoteLiteral = (text: string): string =>
  unprintable.test(text) ? `$'${text.replace(spelled, escapeOf)}'` : `'${text.replaceAll("'", `'\\''`)}'`;

/** The shell variable for a secret: its own name, if a shell accepts it. */
export const shellVariable = (secret: string): string => {
  const name = secret.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const own = /^[A-Za-z_][A-Za-z0-9_]*$/.test(secret) ? secret : name;
  return /^[0-9]/.test(own) ? `_${own}` : own;
};

/**
 * Splits a text at the marks `«name»` of the given names: every second piece is a name. Other marks stay text, because a
 * target may send one to make a reader's shell print another variable.
 */
export const splitAtNames = (text: string, names: readonly string[]): string[] => {
  if (names.length === 0 || !text.includes('«')) return [text];
  const patterns = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return text.split(new RegExp(`«(${patterns.join('|')})»`));
};

/** Quotes a text for a shell as one word. The marks of secrets become variables. */
export const shellWord = (text: string, secrets: readonly string[]): string =>
  splitAtNames(text, secrets)
    .map((piece, index) => {
      if (index % 2 === 1) return `"$${shellVariable(piece)}"`;
      return piece === '' ? '' : quoteLiteral(piece);
    })
    .join('') || "''";

interface CurlOptions {
  baseUrl: string;
  /** Names of the secrets that the request contains as `«name»`. */
  secrets: readonly string[];
}

/** The start of every command. `-g` and `--path-as-is` keep the address as it is. */
export const curl = 'curl -sS -i -g --path-as-is';

/** The arguments after `curl` that send the same request again. Secrets come from the environment. */
export const requestWords = ({ request }: StoredExchange, { baseUrl, secrets }: CurlOptions): string => {
  const { method, path, headers, body } = request;
  const word = (text: string): string => shellWord(text, secrets);
  const parts: string[] = [];
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET' || body !== undefined) parts.push('-X', word(method));
  parts.push(word(baseUrl.replace(/\/+$/, '') + path));
  for (const [name, value] of Object.entries(headers)) {
    // "name:" would remove the header, "name;" sends it empty
    parts.push('-H', word(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (body !== undefined) {
    const saysType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    // otherwise curl adds its own type
    if (!saysType) parts.push('-H', word('Content-Type:'));
    parts.push('--data-raw', word(body));
  }
  return parts.join(' ');
};

/** A command that sends the same request again. Secrets come from the environment. */
export const curlOf = (exchange: StoredExchange, options: CurlOptions): string =>
  `${curl} ${requestWords(exchange, options)}`;

const passiveRules = new Set(listedRules.filter(({ isPassive }) => isPassive).map(({ id }) => id));

/** The rules whose requests broke a passive rule. None if notifications broke it: any rule may have caused those. */
export const rulesBehind = (verdict: Verdict): readonly ListedRule[] => {
  const { rule, exchanges } = verdict;
  const violation = violationOf(verdict);
  if (!passiveRules.has(rule) || violation?.exchange === undefined) return [];
  const behind = new Set(exchanges.filter(({ number }) => number === violation.exchange).map(({ by }) => by));
  return listedRules.filter(({ id }) => behind.has(id));
};

const plainWord = /^[\w./:@%+=,-]+$/;

/** The command that repeats what broke a rule, or the one case that failed a property, on new records. */
export const repeatCommand = ({ target, run }: Result, verdict: Verdict): string => {
  const { rule, search } = verdict;
  const named = target.options.map((word) => (plainWord.test(word) ? word : shellWord(word, [])));
  const path = search?.counterexample?.path;
  // a path leads to the same case at any depth
  const how = path === undefined ? ['--depth', run.depth] : ['--path', path];
  const rules = [...rulesBehind(verdict).map(({ id }) => id), rule];
  return ['npx selo run', ...named, '--rule', ...rules, '--seed', run.seed, ...how].join(' ');
};

/** Name of the file with all requests of a failure, as curl commands. */
export const requestsFileOf = ({ rule }: Pick<Verdict, 'rule'>): string => `${rule}.sh`;

/** Name of the file with the same requests for Hurl. */
export const hurlFileOf = ({ rule }: Pick<Verdict, 'rule'>): string => `${rule}.hurl`;

/** Name of the file with the script that failed a property, as a test. */
export const regressionFileOf = ({ rule }: Pick<Verdict, 'rule'>): string => `${rule.toLowerCase()}.suite.ts`;

/** Names of the files that a run leaves for a failure. */
export const failureFilesOf = (verdict: Pick<Verdict, 'rule'>): string[] => [
  requestsFileOf(verdict),
  hurlFileOf(verdict),
  regressionFileOf(verdict),
];

/** The script that failed a property, as a test; undefined for properties without a script. */
export const regressionOf = ({ run }: Result, { rule, search }: Verdict): string | undefined =>
  search?.counterexample && regressionTestOf({ rule, ...search, ...search.counterexample, foundAt: run.startedAt });
