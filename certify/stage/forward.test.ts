import { expect, test } from 'vitest';
import { forwardTo } from './forward.ts';

test('a plus in a query reaches the platform as a plus, encoded or not, and one in a path stays', async () => {
  const asked: string[] = [];
  const forward = forwardTo(({ url }) => {
    asked.push(url);
    return Promise.resolve({ status: 200, headers: {}, text: '{}' });
  });
  for (const zone of ['+00:00', '%2B00:00']) {
    const target = `/customers/phone/+5511987654321?after=2020-01-01T00:00:00${zone}&page=1`;
    await forward({ method: 'GET', path: '', query: new URLSearchParams(), target, headers: {}, body: '' });
  }
  expect(new Set(asked)).toEqual(new Set(['/customers/phone/+5511987654321?after=2020-01-01T00:00:00%2B00:00&page=1']));
});
