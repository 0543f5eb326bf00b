import type { AnySchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hostileResult } from '../test-hostile-result.ts';
import {
  sampleAttempt,
  sampleExchange,
  sampleFailedProperty,
  sampleFailure,
  sampleResult,
  sampleVerdict,
} from '../test-samples.ts';
import { resultJsonSchema } from './json-schema.ts';

const isSchema = (value: unknown): value is AnySchemaObject => typeof value === 'object' && value !== null;

const schema: unknown = JSON.parse(resultJsonSchema());
if (!isSchema(schema)) throw new TypeError('the schema is no object');
// the patterns next to the formats say more than their names
const validate = new Ajv2020({ validateFormats: false }).compile(schema);

const sample = sampleResult([
  sampleVerdict({ search: { seed: 1, cases: 2, planned: 3, endedBy: 'time' } }),
  sampleFailure(),
  sampleFailedProperty(),
  sampleVerdict({
    exchanges: [sampleExchange({ body: '{}' })],
    deliveries: [{ about: { kind: 'order', id: 'o' }, company: 'main', assertions: [], attempts: [sampleAttempt()] }],
  }),
  sampleVerdict({ outcome: 'unverified', cause: 'unavailable', reason: 'no answer' }),
]);

const written = (value: unknown): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(value)));

test.each([sample, hostileResult('\u001b</script>')])('a result is valid', (result) => {
  validate(written(result));
  expect(validate.errors).toBe(null);
});

test.each<[what: string, spoil: (result: Record<string, unknown>) => object]>([
  ['of another version', (result) => ({ ...result, schema: 5 })],
  ['with a field that nobody knows', (result) => ({ ...result, score: 1 })],
  ['without its verdicts', ({ verdicts: _, ...rest }) => rest],
  ['with a count below zero', (result) => ({ ...result, secretsReplaced: -1 })],
  [
    'with an outcome that nobody knows',
    (result) => ({ ...result, verdicts: [{ ...sampleVerdict(), outcome: 'maybe' }] }),
  ],
])('a result %s is not', (_, spoil) => {
  expect(validate(spoil(written(sample)))).toBe(false);
});

test('it names its version', () => {
  expect(schema).toMatchObject({ $id: 'urn:selo:result:4', title: 'Result of a Selo run, version 4' });
});
