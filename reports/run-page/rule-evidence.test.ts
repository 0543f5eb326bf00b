import { expect, test } from 'vitest';
import { deliveryView, documentedSeconds, maxAttempts, onBackoffScale } from './rule-evidence.ts';
import { retriedDelivery } from './test-result.ts';

test('the documented attempts come after waits of two seconds that double, ten at most', () => {
  const all = Array.from({ length: maxAttempts }, (_, index) => documentedSeconds(index + 1));
  expect(all).toEqual([0, 2, 6, 14, 30, 62, 126, 254, 510, 1022]);
  expect(all.map(onBackoffScale)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

const { text } = deliveryView(retriedDelivery(), 0.5);

test('each attempt is reported with its time in documented seconds beside the documented one', () => {
  expect(text).toContain('Attempt 1 at 0 s: answered 500.');
  expect(text).toContain('Attempt 2 at 2.02 s, documented 2 s: answered 503.');
  expect(text).toContain('Attempt 3 at 6.16 s, documented 6 s: answered 204.');
});

test('an attempt after the one that was accepted, or after ten, is reported as such', () => {
  expect(text).toContain('Attempt 4 at 14.40 s, although one was accepted: answered 204.');
  expect(text.match(/<line class="due"/g)).toHaveLength(3);
  expect(text.match(/<line class="not-due"/g)).toHaveLength(7);
  const [refused] = retriedDelivery().attempts;
  const eleven = { ...retriedDelivery(), attempts: Array.from({ length: 11 }, () => refused).filter((each) => !!each) };
  expect(deliveryView(eleven, 1).text).toContain('Attempt 11 at 0.00 s, beyond the ten: answered 500.');
});

test('a delivery without an attempt says so', () => {
  expect(deliveryView({ ...retriedDelivery(), attempts: [] }, 1).text).toContain('No attempt arrived.');
});
