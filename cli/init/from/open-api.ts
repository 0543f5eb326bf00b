import { isObject, type JsonObject } from '../../../core/json.ts';
import { type DescribedCall, objectAt } from './described-call.ts';

const maxDepth = 6;

/** Follows a reference within the document. */
const resolved = (document: JsonObject, schema: unknown): JsonObject => {
  if (!isObject(schema)) return {};
  const { $ref: reference } = schema;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  return objectAt(document, ...reference.slice(2).split('/'));
};

/** An example of a value by its schema. */
const exampleOf = (document: JsonObject, given: unknown, depth = 0): unknown => {
  const schema = resolved(document, given);
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
export const openApiCalls = (document: JsonObject): DescribedCall[] =>
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
