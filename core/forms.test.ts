import { expect, test } from 'vitest';
import { isUtcDateTime, isUuid } from './forms.ts';

test.each(['2026-11-21T04:49:07Z', '2026-11-21T04:49Z', '2026-11-21T04:49:07.1Z', '2026-11-21T04:49:07.123456Z'])(
  '%s is a date-time in UTC',
  (text) => expect(isUtcDateTime(text)).toBe(true),
);

test.each([
  '2026-11-21',
  '2026-11-21T04:49:07',
  '2026-11-21T04:49:07+00:00',
  '2026-11-21T04:49:07z',
  1_795_236_547,
  null,
])('%s is no date-time in UTC that ends in Z', (value) => expect(isUtcDateTime(value)).toBe(false));

test.each(['0c7a9a5e-6f0e-4d5e-9b7a-2f4f1c3f8a11', '0197A9A5-6F0E-7D5E-9B7A-2F4F1C3F8A11'])('%s is a UUID', (text) =>
  expect(isUuid(text)).toBe(true),
);

test.each([
  '0c7a9a5e6f0e4d5e9b7a2f4f1c3f8a11',
  '0c7a9a5e-6f0e-4d5e-9b7a-2f4f1c3f8a1',
  '{0c7a9a5e-6f0e-4d5e-9b7a-2f4f1c3f8a11}',
  17,
])('%s is no UUID', (value) => expect(isUuid(value)).toBe(false));
