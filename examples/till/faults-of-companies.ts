import { type Call, type Purpose, textIn } from './call.ts';
import { calls, cardWrites, type Deviations, leavesOut, must, saleWrites } from './deviating.ts';
import { withoutWaiting } from './faults-of-restarts.ts';
import type { Company, Manners, Scene } from './manners.ts';

const changesOfSales: readonly Purpose[] = ['cook sale', 'settle sale', 'void sale', 'redeem on sale'];

/** The headers of a call for that company. */
const headersFor = (company: Company, { headers }: Call, { tokens }: Scene): Pick<Call, 'headers'> => ({
  headers: { ...headers, authorization: `Bearer ${tokens[company]}` },
});

/** Sends calls for the second company with the token of the first one. */
export const asFirst = (
  purposes: readonly Purpose[] | Purpose | 'every',
  when: (call: Call) => boolean = () => true,
): Partial<Manners> =>
  calls(purposes, (call, scene) => scene.company === 'second' && when(call) && headersFor('first', call, scene));

/** The company that the till was last asked to act for, by the token of the first one. */
const lastAsked = new Map<string, Company>();

/** The company whose list a till is reading, by the token of the first one. */
const reading = new Map<string, Company>();

/** The tokens of the first companies that a till acts for no more. */
const stopped = new Set<string>();

/** The platform's ids of the registrations, by the token of the company. */
const registrations = new Map<string, string>();

/** Faults of a till that serves two companies of the platform. */
export const faultsOfCompanies: Deviations = {
  'one token': must('uses the token of the first company for both', 'S009').by(asFirst('every')),
  'nothing for the second company': must('sends nothing for the second company', 'S009').by(
    leavesOut('every', (_, { company }) => company === 'second'),
  ),
  'one token for orders': must('sends the orders of both companies with the token of the first one', 'S009').by(
    asFirst(saleWrites),
  ),
  'one token for changes of orders': must(
    'changes the orders of both companies with the token of the first one',
    'S009',
  ).by(asFirst(changesOfSales)),
  'one token for repeats': must('repeats calls with the token of the first company', 'S009').by(
    asFirst('every', ({ attempt }) => attempt > 1),
  ),
  'one token after a refusal': must(
    'repeats with the token of the first company what the second one refuses with 401',
    'S009',
  ).by({
    also: (call, { status }, scene) =>
      status === 401 && scene.company === 'second' ? [{ ...call, ...headersFor('first', call, scene) }] : [],
  }),
  'nothing after a refusal of the other': must(
    'sends nothing for the first company after the second one refuses a call with 401',
    'S009',
  ).by({
    also(_, { status }, { company, tokens }) {
      if (status === 401 && company === 'second') stopped.add(tokens.first);
      return [];
    },
    ...leavesOut('every', (_, { company, tokens }) => company === 'first' && stopped.has(tokens.first)),
  }),
  'one token after a restart': must('uses the token of the first company for both after a restart', 'S009').by(() => {
    let isRestarted = false;
    return {
      ...asFirst('every', () => isRestarted),
      onStart() {
        isRestarted = true;
        return [];
      },
    };
  }),
  'nothing of the second company after a restart': must(
    'forgets the waiting work of the second company in a restart',
    'S009',
  ).by({
    replays: (entries, { company }) => (company === 'second' ? withoutWaiting(entries) : entries),
  }),
  'one token for baskets': must('sends the carts of both companies with the token of the first one', 'S009').by(
    asFirst('send basket'),
  ),
  'one token for customers and products': must(
    'sends the customers, products and stores of both companies with the token of the first one',
    'S009',
  ).by(asFirst(cardWrites.filter((purpose) => purpose !== 'send basket'))),
  'one token for changes of customers': must(
    'changes and deletes the customers of both companies with the token of the first one',
    'S009',
  ).by(asFirst(['find person', 'change person', 'remove person'])),
  'one token for updates of customers': must(
    'looks up and deletes the customers of each company with its token, and updates all with the token of the first one',
    'S009',
  ).by(asFirst('change person')),
  'one token to look for orders': must(
    'looks for the orders of both companies with the token of the first one',
    'S009',
  ).by(asFirst('read sale')),
  'no registration for two': must(
    'removes the registrations of both companies when it is to remove that of one',
    'S009 S140',
  ).by({
    also(call, { body }, scene) {
      const other = scene.company === 'first' ? 'second' : 'first';
      const made = call.purpose === 'register receiver' ? textIn(body, 'id') : undefined;
      if (made !== undefined) registrations.set(scene.tokens[scene.company], made);
      const id = registrations.get(scene.tokens[other]);
      if (call.purpose !== 'drop receiver' || id === undefined) return [];
      return [{ ...call, path: `/webhooks/${id}`, ...headersFor(other, call, scene) }];
    },
  }),
  'one token for own coupons': must(
    'registers the coupons of both companies with the token of the first one',
    'S009',
  ).by(asFirst(['register voucher', 'register shared voucher'])),
  'one token for marks': must('marks the coupons of both companies with the token of the first one', 'S009').by(
    asFirst('mark as used'),
  ),
  'one token for notified coupons': must(
    'looks up the notified coupons of both companies with the token of the first one',
    'S009',
  ).by(asFirst('read voucher')),
  'one token for write-backs': must('sends its ids of all coupons with the token of the first company', 'S009').by(
    asFirst('write back'),
  ),
  'one token for the registration': must('registers only one webhook, twice, for two companies', 'S009 S033').by(
    asFirst('register receiver'),
  ),
  'one token for lists': must('reads the lists of the first company for both', 'S009').by(asFirst('read list')),
  'one list at a time': must('reads no list for a company while it reads one for the other', 'S009').by({
    also({ purpose }, _, { tokens }) {
      if (purpose === 'read list') reading.delete(tokens.first);
      return [];
    },
    ...leavesOut('read list', (_, { company, tokens }) => {
      const reader = reading.get(tokens.first);
      if (reader === undefined) reading.set(tokens.first, company);
      return reader !== undefined && reader !== company;
    }),
  }),
  'one token for the configuration': must('reads the configuration of the first company for both', 'S009').by(
    asFirst('read configuration'),
  ),
  'the token of the last action': must('uses the token of the company that it was last asked to act for', 'S009').by({
    takes(task, { company, tokens }) {
      lastAsked.set(tokens.first, company);
      return [task];
    },
    ...calls('every', (call, scene) => headersFor(lastAsked.get(scene.tokens.first) ?? scene.company, call, scene)),
  }),
  'orders at both companies': must('sends the orders of the second company to both', 'S009').by({
    also: (call, _, scene) =>
      call.purpose === 'send sale' && scene.company === 'second'
        ? [{ ...call, ...headersFor('first', call, scene) }]
        : [],
  }),
};
