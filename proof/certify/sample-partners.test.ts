import { expect, test } from 'vitest';
import { obligations } from '../../certify/obligations/obligations.ts';
import { shopSamples } from './sample-partners.ts';
import { tillSamples } from './till-samples.ts';

test('every obligation is broken by a sample partner in the scenarios as they are played', () => {
  const broken = new Set(
    [...shopSamples, ...tillSamples].flatMap(({ breaks, also }) => [breaks, ...(also === 'any' ? [] : also)]),
  );
  expect(obligations.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});
