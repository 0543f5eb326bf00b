import { expect, test } from 'vitest';
import type { Handle } from '../../platform/http/call.ts';
import { documentedPolicy } from '../../platform/policy/policy.ts';
import type { Defect, PlatformChange } from '../../suites/defect.ts';
import { differencesOf } from './campaign.ts';
import { detect } from './detect.ts';
import { findReach } from './reach.ts';

const { pages, writes } = documentedPolicy;

const unlike = (text: string, change: PlatformChange): Defect => ({ rule: 'PAG-2', text, ...change });
const wrapped = (text: string, wrap: (handle: Handle) => Handle): Defect => unlike(text, { wrap });

const isList: (path: string) => boolean = (path) => path === '/products';

const reaching: readonly Defect[] = [
  unlike('serves 51 records a page', { policy: { pages: { maxPageSize: 51 } } }),
  unlike('shows a page too few', { policy: { pages: { slice: (facts) => ({ ...pages.slice(facts), end: 0 }) } } }),
  wrapped('answers one path otherwise', (handle) => async (call) => {
    const answer = await handle(call);
    return isList(call.path) ? { ...answer, status: 201 } : answer;
  }),
  wrapped('changes an answer in place', (handle) => async (call) => {
    const answer = await handle(call);
    if (isList(call.path)) answer.status = 201;
    return answer;
  }),
  wrapped('takes one path for another', (handle) => (call) => handle({ ...call, path: '/stores' })),
  wrapped('handles each call twice', (handle) => async (call) => {
    await handle(call);
    return await handle(call);
  }),
  wrapped('never answers a list', (handle) => (call) => {
    const answer = handle(call);
    return isList(call.path) ? new Promise(() => {}) : answer;
  }),
  wrapped('answers without the platform', () => () => ({ status: 404, body: undefined })),
  unlike('asks for the time', {
    wrap:
      (handle, { now }) =>
      (call) =>
        now() > 0 ? handle(call) : handle(call),
  }),
  unlike('decides by what its handler saw', { policy: { pages: { slice: pages.slice } }, wrap: (handle) => handle }),
];

const notReaching: readonly Defect[] = [
  unlike('decides as documented', { policy: { pages: { slice: ({ ...facts }) => pages.slice(facts) } } }),
  unlike('decides otherwise what is not asked', { policy: { webhooks: { isSent: () => false } } }),
  unlike('reads no body', {
    policy: { writes: { isBodyRead: (type) => writes.isBodyRead(type) && type !== 'no/type' } },
  }),
  wrapped('hands on what it gets', (handle) => handle),
  wrapped('answers the same by a copy', (handle) => async (call) => ({ ...(await handle(call)) })),
  wrapped('answers another path otherwise', (handle) => async (call) => {
    const answer = await handle(call);
    return call.path.startsWith('/users') ? { ...answer, status: 201 } : answer;
  }),
];

test('a rule reaches the defects that answer or decide otherwise in its run, and no others', async () => {
  const defects = [...reaching, ...notReaching];
  const places = await findReach(defects)('PAG-2', 1);
  expect(places.map((place) => defects[place]?.text).toSorted()).toEqual(reaching.map(({ text }) => text).toSorted());
});

test('a defect that changes the query of a call in place ends the search, because others would see it', async () => {
  const careless = wrapped('asks for page 2', (handle) => (call) => {
    call.query.set('page', '2');
    return handle(call);
  });
  await expect(findReach([careless])('PAG-2', 1)).rejects.toThrow(/query of .* in place/);
});

test('a rule that does not reach a defect says the same when it is judged', async () => {
  for (const defect of notReaching) expect((await detect(defect, 1, new Set(['PAG-2']))).failed).toEqual([]);
});

test('a rule that is left out although it reaches the defect is found by judging all rules', async () => {
  const defect: Defect = { rule: 'PAG-2', text: 'serves 51 records a page', policy: { pages: { maxPageSize: 51 } } };
  const seeded = async (rules?: readonly string[]) => ({
    defect,
    seed: 1,
    detection: await detect(defect, 1, rules && new Set(rules)),
  });
  const [whole, tooFew] = [await seeded(), await seeded(['PAG-2'])];
  expect(differencesOf([whole], [whole])).toEqual([]);
  const difference =
    /· all rules: caught, .*: LIM-1, PAG-14, .* · the rules that reach it: caught, .*: PAS-12, not tried: none$/;
  expect(differencesOf([tooFew], [whole])).toEqual([expect.stringMatching(difference)]);
});
