import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockedPackages } from './locked-packages.ts';

/** None of them restricts what Selo is used with or for. */
const allowed = [
  '(MIT AND Zlib)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  // applies to its files, not to what uses them
  'MPL-2.0',
];

test('every dependency has a license that was looked at', () => {
  const others = lockedPackages(join(import.meta.dirname, '../..')).filter(
    ({ license }) => license === undefined || !allowed.includes(license),
  );
  expect(others.map(({ name, license }) => [name, license])).toEqual([]);
});
