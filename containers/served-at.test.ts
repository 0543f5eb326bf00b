import { expect, test } from 'vitest';
import { servedAt } from './served-at.ts';

test.each([
  ['node selo.js platform', 'http://127.0.0.1:4010/'],
  ['/sbin/docker-init -- node selo.js platform --host 0.0.0.0 --port 5000', 'http://127.0.0.1:5000/'],
  ['node selo.js capture --port=5001', 'http://127.0.0.1:5001/'],
  ['node selo.js capture --cert chain.pem --key key.pem', 'https://127.0.0.1:4020/'],
  ['node selo.js capture --port 0', undefined],
  ['node selo.js run --profile target.ts', undefined],
])('%s serves at %s', (line, address) => {
  expect(servedAt(line.split(' '))).toBe(address);
});
