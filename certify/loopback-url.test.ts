import { expect, test } from 'vitest';
import { loopbackUrl } from './loopback-url.ts';

test.for([
  ['http://0.0.0.0:4200', 'http://127.0.0.1:4200'],
  ['http://[::]:4200', 'http://[::1]:4200'],
  ['http://[0:0:0:0:0:0:0:0]:4200', 'http://[::1]:4200'],
  ['http://0:4200', 'http://127.0.0.1:4200'],
  ['http://127.0.0.1:4200', undefined],
  ['http://[::1]:4200', undefined],
  ['https://certify.example.com', undefined],
] as const)('%s is reached from here at %s', ([url, reached]) => {
  expect(loopbackUrl(url)).toBe(reached);
});
