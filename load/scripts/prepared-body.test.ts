import { expect, test } from 'vitest';
import { prepareBody } from './prepared-body.ts';

const build = ({ externalId, phone }: { externalId: string; phone: string }): object => ({
  note: `order ${externalId} of ${phone}, ${externalId}`,
  customer: { phone, tags: [externalId, 7, null, true] },
  phone,
  price: 10.5,
});

test.for([
  ['one-1', '+5511987650001'],
  ['"quoted" \\ and {braces}', ''],
  ['line\nbreak\u0000\u2028', 'ação €, 𝄞'],
  ['externalId', 'phone'],
] as const)('a body with %j and %j equals the one built directly', ([externalId, phone]) => {
  const fill = prepareBody(['externalId', 'phone'], build);
  expect(fill({ externalId, phone })).toBe(JSON.stringify(build({ externalId, phone })));
});

test('the body is built once', () => {
  let times = 0;
  const fill = prepareBody(['phone'], ({ phone }) => {
    times += 1;
    return { phone };
  });
  expect([fill({ phone: 'a' }), fill({ phone: 'b' }), times]).toEqual(['{"phone":"a"}', '{"phone":"b"}', 1]);
});

test('a body need not use every slot', () => {
  expect(prepareBody(['phone'], () => ({ total: 1 }))({ phone: 'a' })).toBe('{"total":1}');
});
