import { existsSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject, type JsonObject } from '../../core/json.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { CliError } from '../cli-error.ts';
import type { Hints } from '../doctor/discovery/find-records.ts';
import { isPathOf } from '../doctor/discovery/words.ts';

/** A request that a description of the target shows. */
interface DescribedCall {
  method: string;
  /** Without the query, and without the path of the base URL if that is known. */
  path: string;
  /** An example of its body, or one made from its schema. */
  body?: JsonObject;
}

/** The object at the end of these names; an empty one if there is none. */
const objectAt = (value: unknown, ...names: string[]): JsonObject => {
  const found = names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  return isObject(found) ? found : {};
};

const maxDepth = 6;

/** Follows a reference within the document. */
const resolved = (document: JsonObject, schema: unknown): JsonObject => {
  if (!isObject(schema)) return {};
  const { $ref: reference } = schema;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  return objectAt(document, ...reference.slice(2).split('/'));
};

/** An example of a value by its schema. */
const exampleOf = (document: JsonObject, described: unknown, depth = 0): unknown => {
  const schema = resolved(document, described);
  if (depth > maxDepth) return undefined;
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part) => exampleOf(document, part, depth + 1)).filter(isObject);
    return Object.assign({}, ...parts);
  }
  if (isObject(schema.properties)) {
    return Object.fromEntries(
      Object.entries(schema.properties)
        .map(([name, property]) => [name, exampleOf(document, property, depth + 1)] as const)
        .filter(([, value]) => value !== undefined),
    );
  }
  if (schema.type === 'array') {
    const item = exampleOf(document, schema.items, depth + 1);
    return item === undefined ? [] : [item];
  }
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  return schema.type === 'string' ? 'Selo' : undefined;
};

const methods = ['get', 'post', 'put', 'delete'];

/** The requests of an OpenAPI 3 or Swagger 2 document. */
const openApiCalls = (document: JsonObject): DescribedCall[] =>
  Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method): DescribedCall[] => {
      const operation = isObject(item) ? item[method] : undefined;
      if (!isObject(operation)) return [];
      const content = resolved(document, operation.requestBody).content;
      const media = objectAt(content, 'application/json');
      const inBody = Array.isArray(operation.parameters)
        ? operation.parameters.filter(isObject).find((parameter) => parameter.in === 'body')
        : undefined;
      const body = media.example ?? exampleOf(document, media.schema ?? inBody?.schema);
      return [{ method: method.toUpperCase(), path, ...(isObject(body) ? { body } : {}) }];
    }),
  );

const listAt = (value: JsonObject, name: string): unknown[] => {
  const { [name]: found } = value;
  return Array.isArray(found) ? found : [];
};

const parsedBody = (text: unknown): { body?: JsonObject } => {
  const body = typeof text === 'string' ? parsedJson(text) : undefined;
  return isObject(body) ? { body } : {};
};

const pathOf = (url: string): string => URL.parse(url, 'http://any')?.pathname ?? '/';

/** The requests of a HAR file. */
const harCalls = (document: JsonObject): DescribedCall[] =>
  listAt(objectAt(document, 'log'), 'entries').flatMap((entry): DescribedCall[] => {
    const { method, url, postData } = objectAt(entry, 'request');
    if (typeof method !== 'string' || typeof url !== 'string') return [];
    return [{ method, path: pathOf(url), ...parsedBody(isObject(postData) ? postData.text : undefined) }];
  });

/** The path of a request without its variables: `{{base}}/orders` is `/orders`. */
const postmanPath = (url: unknown): string => {
  const raw = isObject(url) ? url.raw : url;
  const text = typeof raw === 'string' ? raw.replace(/^\{\{[^}]*\}\}/, '').replaceAll(/\{\{[^}]*\}\}/g, 'x') : '/';
  return pathOf(text.startsWith('/') || /^https?:/.test(text) ? text : `/${text}`);
};

/** The requests of a Postman collection and its folders. */
const postmanCalls = (folder: JsonObject): DescribedCall[] =>
  listAt(folder, 'item').flatMap((item): DescribedCall[] => {
    if (!isObject(item)) return [];
    const { request } = item;
    if (!isObject(request)) return postmanCalls(item);
    const { method } = request;
    return [
      {
        method: typeof method === 'string' ? method.toUpperCase() : 'GET',
        path: postmanPath(request.url),
        ...parsedBody(objectAt(request, 'body').raw),
      },
    ];
  });

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
