import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Company, Profile } from '../../fixtures/profile/profile.ts';
import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import type { FlowSeed } from '../../platform/flows/flow-seed.ts';
import type { CompanySeed } from '../../platform/found-company.ts';
import type { Draw, NonEmpty } from '../draw.ts';
import { nothingReceived } from '../variants/targets.ts';
import type { Unverified } from '../variants/variant.ts';

// Companies with their flows, users and history. S007, S018, S071 and S097 leave them open.

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

/** Shapes of tokens and keys, with the characters of a bearer token (RFC 6750). */
const secretShapes: NonEmpty<(draw: Draw) => string> = [
  (draw) => draw.text(draw.integer(8, 200), `${letters}${digits}-._~`),
  (draw) => draw.text(draw.integer(16, 64), `${digits}abcdef`),
  (draw) => [8, 4, 4, 4, 12].map((length) => draw.text(length, `${digits}abcdef`)).join('-'),
  (draw) => `${draw.text(draw.integer(20, 90), `${letters}${digits}+/`)}==`,
  (draw) => [36, 400, 43].map((length) => draw.text(length, `${letters}${digits}-_`)).join('.'),
  (draw) => `sk_live_${draw.text(24, `${letters}${digits}`)}`,
  (draw) => draw.text(draw.integer(1000, 3000), `${letters}${digits}`),
];

export const drawSecret = (draw: Draw): string => draw.oneOf(secretShapes)(draw);

const names = ['main', 'second', 'loja-3', 'ACME', 'b2b', 'staging-2', 'Norte', 'x'] as const;
const codePrefixes = [undefined, undefined, '', 'gift-', 'VOLTE', '2026', 'Ção-', 'A.B_C~', '#1/'] as const;

const drawStep = (draw: Draw): DeclaredFlow['step'] =>
  draw.oneOf<(d: Draw) => DeclaredFlow['step']>([
    (d) => ({ kind: 'giftback', percent: d.oneOf([1, 5, 7.5, 10, 33.33, 100]) }),
    (d) => ({ kind: 'coupon', discount: 'percent', amount: d.oneOf([0.5, 10, 15, 100]) }),
    (d) => ({ kind: 'coupon', discount: 'fixed', amount: d.oneOf([0.01, 5, 25.5, 1000, 19.99]) }),
  ])(draw);

const drawFlow = (draw: Draw): DeclaredFlow => ({
  trigger: draw.oneOf(['completed', 'completed', 'completed', 'on-hold', 'on-hold', 'canceled', 'delivered']),
  step: drawStep(draw),
  runMode: draw.oneOf(['once-per-order', 'once-per-order', 'once-per-customer']),
  active: draw.happens(0.85),
  // an owner may leave out the settings except a late start: by default a profile says that a flow starts at once
  ...(draw.happens(0.3) ? { minPurchaseValue: draw.oneOf([0, 50, 99.9]) } : {}),
  ...(draw.happens(0.3) ? { acumulative: draw.happens(0.5) } : {}),
  ...(draw.happens(0.3) ? { validDays: draw.oneOf([1, 7, 3650]) } : {}),
  ...(draw.happens(0.25) ? { startsAfterDays: draw.oneOf([1, 3]) } : {}),
});

/** Settings of the panel that the profile does not declare. */
const drawUndeclared = (draw: Draw): Partial<FlowSeed> => {
  const codePrefix = draw.oneOf(codePrefixes);
  return {
    ...(draw.happens(0.5) ? { minPurchaseValue: 75, acumulative: true, validDays: 12 } : {}),
    ...omitUndefined({ codePrefix }),
  };
};

interface Drawn {
  seed: CompanySeed;
  flows: DeclaredFlow[];
  takesOver: boolean;
}

const drawCompany = (draw: Draw, name: string, isFirst: boolean): Drawn => {
  const flows = Array.from({ length: draw.integer(0, 3) }, (_, index) => drawFlow(draw.of(`flow ${index}`)));
  const users = draw.integer(0, 4);
  return {
    seed: {
      name,
      token: drawSecret(draw.of('token')),
      flows: flows.map((flow, index) => ({ ...drawUndeclared(draw.of(`undeclared ${index}`)), ...flow })),
      users: Array.from({ length: users }, (_, index) => ({
        email: `${draw.oneOf(['user', 'Ana.Maria', 'o+tag', "d'avila"])}-${index}@${name.toLowerCase()}.example`,
      })),
      history: draw.oneOf(
        isFirst ? (['seeded', 'seeded', 'none', 'long'] as const) : (['none', 'none', 'seeded'] as const),
      ),
    },
    flows,
    takesOver: draw.happens(0.9),
  };
};

/** What a company without records does not show. */
const withoutHistory: readonly Unverified[] = [
  {
    cause: 'not-observable',
    rules: ['LIM-1', 'DATE-5', 'DATE-6', 'DATE-12', 'PAG-1', 'PAG-2', 'PAG-3', 'PAG-7', 'PAG-33'],
  },
  {
    cause: 'not-observable',
    needs: ['list customers', 'list orders', 'list stores', 'list carts', 'list coupons', 'list users'],
  },
  { cause: 'not-observable', rules: ['LAW-8', 'LAW-9', 'LAW-13', 'LAW-14', 'LAW-18'] },
];

const withoutUsers: readonly Unverified[] = [
  { cause: 'not-observable', needs: ['list users'] },
  { cause: 'not-observable', rules: ['LAW-13', 'LAW-14', 'LAW-18'] },
];

/** What cannot be judged on the first company. */
const ofFirst = ({ users = [], history }: Partial<CompanySeed>): Unverified[] => [
  ...(history === 'none' ? withoutHistory : []),
  ...(users.length === 0 ? withoutUsers : []),
];

/** What cannot be judged if at most one company of the profile notifies. */
const withoutFlows = (drawn: readonly Drawn[]): Unverified[] => {
  const isAlone = (flow: DeclaredFlow, flows: readonly DeclaredFlow[]): boolean =>
    flows.every((other) => other === flow || !other.active || other.trigger !== flow.trigger);
  const isReached = ({ active, trigger }: DeclaredFlow): boolean =>
    active && (trigger === 'completed' || trigger === 'on-hold');
  const notifying = drawn.filter(
    ({ flows, takesOver }) => takesOver && flows.some((flow) => isReached(flow) && isAlone(flow, flows)),
  );
  const startsLater = drawn.some(({ seed }) => seed.flows?.some(({ startsAfterDays = 0 }) => startsAfterDays > 0));
  return [
    ...(startsLater ? [{ cause: 'not-observable', rules: ['FLOW-30', 'FLOW-35', 'FLOW-36'] } as const] : []),
    // it compares flows of two companies
    { cause: 'not-observable', rules: ['ISO-33'] },
    ...(notifying.length === 0 ? [nothingReceived] : []),
    // rules about registrations change the only registration, and meanwhile nothing is certainly due
    ...(notifying.length === 1 ? [{ cause: 'not-observable', rules: ['PAS-21', 'PAS-23'] } as const] : []),
  ];
};

export interface Companies {
  seeds: CompanySeed[];
  text: string;
  unverified: readonly Unverified[];
  profile(profile: Profile): Profile;
}

export const drawCompanies = (draw: Draw): Companies => {
  const count = draw.integer(1, 5);
  const offset = draw.integer(0, names.length - 1);
  const drawn = Array.from({ length: count }, (_, index) =>
    drawCompany(draw.of(`company ${index}`), names[(offset + index) % names.length] ?? `company-${index}`, index === 0),
  );
  const declared = ({ token, users, ...company }: Company, index: number): Company => {
    const { flows = [], takesOver = false, seed } = drawn[index] ?? {};
    return {
      ...company,
      token: { ...token, value: seed?.token ?? token.value, env: `SELO_TOKEN_${index + 1}` },
      ...omitUndefined({ users }),
      flows,
      ...(takesOver ? { webhook: { takeOver: true } } : {}),
    };
  };
  return {
    seeds: drawn.map(({ seed }) => seed),
    unverified: [...ofFirst(drawn[0]?.seed ?? {}), ...withoutFlows(drawn)],
    text: drawn
      .map(({ seed, flows, takesOver }) => {
        const reported = flows.map(
          ({ trigger, step, runMode, active }) => `${active ? '' : 'inactive '}${step.kind} on ${trigger} ${runMode}`,
        );
        return `${seed.name} (${seed.history} history, ${takesOver ? '' : 'no receiver, '}${reported.join('; ') || 'no flows'})`;
      })
      .join(', '),
    profile: ({ companies, ...profile }) => ({
      ...profile,
      companies: companies.map(({ webhook: _, ...company }, index) => declared(company, index)),
      load: { ...profile.load, companies: [companies[0]?.name ?? 'main'] },
    }),
  };
};
