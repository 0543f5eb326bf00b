import { existsSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject, type JsonObject } from '../../../core/json.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { CliError } from '../../cli-error.ts';
import type { Hints } from '../../doctor/discovery/find-records.ts';
import { isPathOf } from '../../doctor/discovery/words.ts';
import type { DescribedCall } from './described-call.ts';
import { openApiCalls } from './open-api.ts';
import { harCalls, postmanCalls } from './recorded-calls.ts';

/** Names of fields that may contain secrets. */
const isSecret = (name: string): boolean => /token|secret|passw|senha|api.?key|auth|credential|bearer/i.test(name);

/** A recorded body without secrets and personal data: its strings are replaced. */
const harmless = (value: unknown): unknown => {
  if (typeof value === 'string') return 'Selo';
  if (Array.isArray(value)) return value.map(harmless);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, content]) => (isSecret(name) ? [] : [[name, harmless(content)]])),
  );
};

/** A recorded path begins with the path of the base URL: each of its ends may be the documented path. */
const endsOf = (path: string): string[] => {
  const parts = path.split('/').slice(1);
  return parts.map((_, index) => `/${parts.slice(index).join('/')}`);
};

/** Whether a path addresses a single record: the document has those paths. */
const isRecordPath = (path: string): boolean => /[{:]|\/[0-9a-f]{8}-|\/\d+(\/|$)/.test(path);

const hintsFrom = (calls: readonly DescribedCall[]): Hints => ({
  paths: (method, resource) => [
    ...new Set(
      calls
        .filter((call) => call.method === method && !isRecordPath(call.path) && isPathOf(resource, call.path))
        .flatMap(({ path }) => endsOf(path))
        .filter((path) => isPathOf(resource, path)),
    ),
  ],
  body(path) {
    const found = calls.find((call) => call.method === 'POST' && call.body && endsOf(call.path).includes(path));
    return found?.body && (harmless(found.body) as JsonObject);
  },
});

const maxBytes = 50 * 1024 * 1024;

const documentIn = (file: string): JsonObject => {
  if (!existsSync(file) || !statSync(file).isFile()) throw new CliError(`--from ${file}: there is no such file`);
  if (statSync(file).size > maxBytes) throw new CliError(`--from ${file}: it is larger than 50 MiB`);
  const text = readFileSync(file, 'utf8');
  let read: unknown;
  try {
    // the JSON parser is faster and has better error messages
    read = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text);
  } catch (error) {
    throw new CliError(`--from ${file} is neither JSON nor YAML: ${messageOf(error).replaceAll(/\s+/g, ' ')}`);
  }
  return isObject(read) ? read : {};
};

const callsIn = (document: JsonObject, file: string): DescribedCall[] => {
  if ('openapi' in document || 'swagger' in document) return openApiCalls(document);
  if (isObject(document.log)) return harCalls(document);
  if (Array.isArray(document.item)) return postmanCalls(document);
  throw new CliError(`--from ${file}: expected an OpenAPI document, a HAR file or a Postman collection`);
};

/** Reads paths and bodies from a description of the target. Secrets in it are not read. */
export const readDescription = (file: string): Hints => {
  const calls = callsIn(documentIn(file), file);
  if (calls.length === 0) throw new CliError(`--from ${file} shows no request`);
  return hintsFrom(calls);
};
