import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockedPackages } from './locked-packages.ts';

/** None of them binds what Selo is used with, or used for, to terms of its own. */
const allowed = [
  '(MIT AND Zlib)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  // of files, not of what they are used with
  'MPL-2.0',
];

test('every dependency has a license that was looked at', () => {
  const others = lockedPackages(join(import.meta.dirname, '../..')).filter(
    ({ license }) => license === undefined || !allowed.includes(license),
  );
  expect(others.map(({ name, license }) => [name, license])).toEqual([]);
});
