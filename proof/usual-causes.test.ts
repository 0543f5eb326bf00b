import { expect, test } from 'vitest';
import written from '../reports/failures/usual-causes.json' with { type: 'json' };
import { usualCauses } from './usual-causes.ts';

test('reports/failures/usual-causes.json is current', () => {
  expect(written, 'write it again: node proof/usual-causes.ts').toEqual(usualCauses());
});
