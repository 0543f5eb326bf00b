import { expect, test } from 'vitest';
import { Unverified } from '../judge/outcome.ts';
import { testExchange } from '../test-exchange.ts';
import { mustStandAtTheTop } from './open-body.ts';

const context = {
  unverified(cause: Unverified['because'], reason: string): never {
    throw new Unverified(cause, reason);
  },
};

const look = (body: unknown) => () => mustStandAtTheTop(context, testExchange(200, body));

test.for<unknown>([{ record: { id: '1' } }, {}])(
  'a record that does not stand at the top cannot be judged: %j',
  (body) => {
    expect(look(body)).toThrow(Unverified);
  },
);

test.for<unknown>([
  { id: '1' },
  { id: null },
  // one record was asked for: these are none, and may be held against the target
  [{ id: '1' }],
  { pagination: {}, data: [{ id: '1' }] },
  'text',
])('what stands at the top is left to the rule: %j', (body) => {
  expect(look(body)).not.toThrow();
});
