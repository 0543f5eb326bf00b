import { type DescribedCall, isObject, type Json, listAt, objectAt, parsedBody } from './described-call.ts';

const pathOf = (url: string): string => URL.parse(url, 'http://any')?.pathname ?? '/';

/** The calls of a HAR file. */
export const harCalls = (document: Json): DescribedCall[] =>
  listAt(objectAt(document, 'log'), 'entries').flatMap((entry): DescribedCall[] => {
    const { method, url, postData } = objectAt(entry, 'request');
    if (typeof method !== 'string' || typeof url !== 'string') return [];
    const body = parsedBody(isObject(postData) ? postData.text : undefined);
    return [{ method, path: pathOf(url), ...(body ? { body } : {}) }];
  });

/** Where a request of a collection goes, its variables left out: `{{base}}/orders` is `/orders`. */
const postmanPath = (url: unknown): string => {
  const raw = isObject(url) ? url.raw : url;
  const text = typeof raw === 'string' ? raw.replace(/^\{\{[^}]*\}\}/, '').replaceAll(/\{\{[^}]*\}\}/g, 'x') : '/';
  return pathOf(text.startsWith('/') || /^https?:/.test(text) ? text : `/${text}`);
};

/** The calls of a Postman collection, those of its folders too. */
export const postmanCalls = (folder: Json): DescribedCall[] =>
  listAt(folder, 'item').flatMap((item): DescribedCall[] => {
    if (!isObject(item)) return [];
    const { request } = item;
    if (!isObject(request)) return postmanCalls(item);
    const body = parsedBody(objectAt(request, 'body').raw);
    const { method } = request;
    return [
      {
        method: typeof method === 'string' ? method.toUpperCase() : 'GET',
        path: postmanPath(request.url),
        ...(body ? { body } : {}),
      },
    ];
  });
