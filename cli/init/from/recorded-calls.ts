import { isObject, type JsonObject } from '../../../core/json.ts';
import { parsedJson } from '../../../fixtures/reading/parsed-json.ts';
import { type DescribedCall, objectAt } from './described-call.ts';

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
export const harCalls = (document: JsonObject): DescribedCall[] =>
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
export const postmanCalls = (folder: JsonObject): DescribedCall[] =>
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
