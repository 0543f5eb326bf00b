import type { StoredExchange } from '../../core/exchange.ts';
import { unprintableClass } from '../kit/printable.ts';

const unprintable = new RegExp(`[${unprintableClass}]`, 'u');
/** What `$'…'` must spell. */
const spelled = new RegExp(`[${unprintableClass}'\\\\]`, 'gu');

/** As bytes: what the shell makes of a code point depends on its locale. */
const escapeOf = (character: string): string =>
  Buffer.from(character).reduce((escaped, byte) => `${escaped}\\x${byte.toString(16).padStart(2, '0')}`, '');

const quoteLiteral = (text: string): string =>
  unprintable.test(text) ? `$'${text.replace(spelled, escapeOf)}'` : `'${text.replaceAll("'", `'\\''`)}'`;

/** The variable that stands for a secret: its own name, made one that a shell accepts. */
export const shellVariable = (secret: string): string => {
  const name = secret.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const own = /^[A-Za-z_][A-Za-z0-9_]*$/.test(secret) ? secret : name;
  return /^[0-9]/.test(own) ? `_${own}` : own;
};

/**
 * Quotes a text for a shell as one word. `«name»` becomes a variable only for the names given: a target that answers
 * with such a mark must not make a reader's shell print another variable.
 */
export const shellWord = (text: string, secrets: readonly string[]): string => {
  const words: string[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') words.push(quoteLiteral(literal));
    literal = '';
  };
  for (const piece of text.split(/(«[^«»]*»)/)) {
    const name = piece.startsWith('«') ? piece.slice(1, -1) : undefined;
    if (name !== undefined && secrets.includes(name)) {
      flush();
      words.push(`"$${shellVariable(name)}"`);
    } else {
      literal += piece;
    }
  }
  flush();
  return words.join('') || "''";
};

interface CurlOptions {
  baseUrl: string;
  /** Names of the secrets that stand between « and » in the request. */
  secrets: readonly string[];
}

/** How every command begins. `-g` and `--path-as-is`: the address goes over the wire as it stands. */
export const curl = 'curl -sS -i -g --path-as-is';

/** The words of a command that sends the same request again, after those of `curl`; secrets come from the environment. */
export const requestWords = ({ request }: StoredExchange, { baseUrl, secrets }: CurlOptions): string => {
  const { method, path, headers, body } = request;
  const word = (text: string): string => shellWord(text, secrets);
  const parts: string[] = [];
  if (method === 'HEAD') parts.push('--head');
  else if (method !== 'GET' || body !== undefined) parts.push('-X', word(method));
  parts.push(word(baseUrl.replace(/\/+$/, '') + path));
  for (const [name, value] of Object.entries(headers)) {
    // "name:" would leave the header out, "name;" sends it empty
    parts.push('-H', word(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (body !== undefined) {
    const saysType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    // curl would add a type of its own
    if (!saysType) parts.push('-H', word('Content-Type:'));
    parts.push('--data-raw', word(body));
  }
  return parts.join(' ');
};

/** A command that sends the same request again; secrets come from the environment. */
export const curlOf = (exchange: StoredExchange, options: CurlOptions): string =>
  `${curl} ${requestWords(exchange, options)}`;
