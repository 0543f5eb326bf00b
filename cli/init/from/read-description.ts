import { existsSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { CliError } from '../../cli-error.ts';
import type { Hints } from '../../doctor/discovery/hints.ts';
import { type DescribedCall, isObject, type Json } from './described-call.ts';
import { hintsFrom } from './hints-from.ts';
import { openApiCalls } from './open-api.ts';
import { harCalls, postmanCalls } from './recorded-calls.ts';

const mostBytes = 50 * 1024 * 1024;

const documentIn = (file: string): Json => {
  if (!existsSync(file) || !statSync(file).isFile()) throw new CliError(`--from ${file}: there is no such file`);
  if (statSync(file).size > mostBytes) throw new CliError(`--from ${file}: it is larger than 50 MiB`);
  const text = readFileSync(file, 'utf8');
  let read: unknown;
  try {
    // JSON is YAML, but its own reader is faster and says better what is wrong
    read = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text);
  } catch (error) {
    throw new CliError(`--from ${file} is neither JSON nor YAML: ${messageOf(error).replaceAll(/\s+/g, ' ')}`);
  }
  return isObject(read) ? read : {};
};

const callsIn = (document: Json, file: string): DescribedCall[] => {
  if ('openapi' in document || 'swagger' in document) return openApiCalls(document);
  if (isObject(document.log)) return harCalls(document);
  if (Array.isArray(document.item)) return postmanCalls(document);
  throw new CliError(`--from ${file}: expected an OpenAPI document, a HAR file or a Postman collection`);
};

/** What a description of a target says of paths and bodies. Secrets in it are not read. */
export const readDescription = (file: string): Hints => {
  const calls = callsIn(documentIn(file), file);
  if (calls.length === 0) throw new CliError(`--from ${file} shows no request`);
  return hintsFrom(calls);
};
