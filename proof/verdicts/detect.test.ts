import { expect, test } from 'vitest';
import type { Defect } from '../../suites/defect.ts';
import { detect } from './detect.ts';

const alsoFailed = ['PAG-27', 'PAG-14', 'PAG-15', 'PAG-16', 'PAG-17', 'PAG-18', 'PAG-19', 'LIM-1', 'PAS-12'] as const;

const fiftyOne: Defect = {
  rule: 'PAG-2',
  text: 'serves 51 records a page',
  policy: { pages: { maxPageSize: 51 } },
  also: alsoFailed,
};

test('a defect is caught by the rule that it names', async () => {
  const { isCaught, unlisted, failed } = await detect(fiftyOne, 1);
  expect({ isCaught, unlisted, failed: failed.toSorted() }).toEqual({
    isCaught: true,
    unlisted: [],
    failed: ['PAG-2', ...alsoFailed].toSorted(),
  });
});

test('a defect that is made harmless is missed', async () => {
  const harmless: Defect = { ...fiftyOne, policy: { pages: { maxPageSize: 50 } } };
  const { isCaught, named } = await detect(harmless, 1);
  expect({ isCaught, named }).toEqual({ isCaught: false, named: { rule: 'PAG-2', text: 'PAG-2 · pass' } });
});

test('a rule that fails without being listed is reported, and one that is listed is not', async () => {
  const other: Defect = { ...fiftyOne, rule: 'PAG-1' };
  const { isCaught, unlisted } = await detect(other, 1);
  expect({ isCaught, unlisted: unlisted.map(({ rule }) => rule) }).toEqual({ isCaught: false, unlisted: ['PAG-2'] });
  expect((await detect({ ...other, also: ['PAG-2', ...alsoFailed] }, 1)).unlisted).toEqual([]);
});

test('a fault that comes one time in two is caught by luck, which does not count', async () => {
  let asked = 0;
  const sometimes: Defect = {
    rule: 'CUST-3',
    text: 'finds every other customer',
    wrap: (handle) => (call) =>
      call.path.startsWith('/customers/phone/') && ++asked % 2 === 0
        ? { status: 404, body: { message: 'Customer not found' } }
        : handle(call),
  };
  const { isCaught, failed } = await detect(sometimes, 1);
  expect({ isCaught, hasFailed: failed.length > 0 }).toEqual({ isCaught: false, hasFailed: true });
});
