import { isObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Company, Profile } from '../../fixtures/profile/profile.ts';
import { dialectNames, dialects } from '../../platform/embedded/dialect.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import type { Handle } from '../../platform/http/call.ts';
import type { Chance } from '../../simulation/chance.ts';
import type { SimulationOptions } from '../../simulation/simulated-run.ts';
import { drawStorm } from '../../simulation/storm.ts';
import { changeOf } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { withFewCases } from '../judge-embedded.ts';
import { allVariants } from '../variants/all-variants.ts';
import { isOnTheWire } from '../variants/judge-variant.ts';

/** A run as it may come from anybody's target. */
export type DrawnRun = Omit<SimulationOptions, 'seed' | 'folder' | 'evidence'>;

const minSecretLength = 8;
const maxSecretLength = 2000;
/** Whatever a header may carry: signs of regular expressions and of JSON among them. */
const inHeaders = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index));
const inTokens = inHeaders.filter((character) => /[\w-]/.test(character));
const awkward = [...'"\\/\'`$^*+?.()[]{}|<>&%;,=:'];
/** What the bodies of some profiles say. */
const words = ['municipio', 'logradouro', 'comprador', 'domicilio', 'Rua+Dois', 'Selo-Recife'];

const addresses = [
  'http://platform.simulated',
  'http://platform.simulated/',
  'http://[::1]:8080',
  'https://api.example.com:443/base/v2',
  'http://127.0.0.1:80/',
  'http://target.example:65535/a%20b/c',
];

const receivers = [
  'http://capture.simulated',
  'http://[::1]:4020',
  'https://hooks.example.com/of/selo/',
  'http://10.0.0.1:81',
];

const pick = <Item>(chance: Chance, items: readonly Item[]): Item => {
  const item = items[Math.floor(chance.random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to draw from');
  return item;
};

const shuffled = <Item>(chance: Chance, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: chance.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** Mostly short: how long a secret is must not show in what is stored, and neither must what it is made of. */
const drawSecret = (chance: Chance, others: readonly string[]): string => {
  const kind = chance.random();
  const [other] = others;
  if (kind < 0.1) return pick(chance, words);
  if (kind < 0.25 && other !== undefined) return `${pick(chance, inTokens)}${other}${pick(chance, inHeaders)}`;
  const alphabet = pick(chance, [inTokens, inHeaders, [...inTokens, ...awkward, ...awkward]]);
  const length = minSecretLength + Math.floor((maxSecretLength - minSecretLength) * chance.random() ** 3);
  return Array.from({ length }, () => pick(chance, alphabet)).join('');
};

const drawSecrets = (chance: Chance): string[] => {
  const drawn: string[] = [];
  while (drawn.length < 7) {
    const secret = drawSecret(chance, shuffled(chance, drawn));
    if (!drawn.includes(secret)) drawn.push(secret);
  }
  return shuffled(chance, drawn);
};

/** Answers that carry what the caller sent as credentials, before or after all else: further fields are legal. */
const echoing = (chance: Chance, header: string): ((handle: Handle) => Handle) => {
  const isFirst = chance.random() < 0.5;
  const echoed = pick(chance, ['authorization', header]);
  return (handle) => async (call) => {
    const answer = await handle(call);
    const sent = call.headers[echoed];
    if (!isObject(answer.body) || typeof sent !== 'string') return answer;
    const body = isFirst ? { sentWith: sent, ...answer.body } : { ...answer.body, sentWith: sent };
    return { ...answer, body };
  };
};

/** Registrations of one company are refused: its notifications cannot be seen. */
const refusing =
  (token: string): ((handle: Handle) => Handle) =>
  (handle) =>
  async (call) =>
    call.path === '/webhooks' && call.headers.authorization === `Bearer ${token}`
      ? { status: 422, body: { message: `not for ${token}` } }
      : handle(call);

const drawCompany = (chance: Chance, company: Company): Company => {
  const flows = (company.flows ?? []).filter(() => chance.random() < 0.8);
  const { users, ...rest } = company;
  return {
    ...rest,
    ...(chance.random() < 0.9 && users ? { users } : {}),
    flows: chance.random() < 0.1 ? [...flows, ...structuredClone(flows)] : flows,
    ...(chance.random() < 0.85 ? {} : { webhook: { takeOver: false } }),
  };
};

/** What the target refuses, as the profile's owner may have written it. */
const wrongResources: readonly Profile['resources'][] = [
  { webhooks: { body: { unknown: '{url}' } } },
  { orders: { body: { unknown: '{phone}' } } },
  { customers: { create: { path: '/clientes', body: { phone: '{phone}' } }, methods: ['GET'] } },
  { stores: { create: { path: '/stores', body: { unknown: 1 } }, methods: ['GET'] } },
  { products: { create: { path: '/produtos', body: { name: '{name}' } }, list: '/lista', methods: ['GET'] } },
];

const drawProfile = (chance: Chance): ((profile: Profile) => Profile) => {
  const companies = 1 + Math.floor(chance.random() * 4);
  const wrong = chance.random() < 0.25 ? pick(chance, wrongResources) : {};
  const baseUrl = pick(chance, addresses);
  return (profile) => ({
    ...withFewCases(profile),
    baseUrl,
    companies: shuffled(chance, profile.companies)
      .slice(0, companies)
      .map((company) => drawCompany(chance, company)),
    resources: { ...profile.resources, ...wrong },
  });
};

type Kind = Omit<DrawnRun, 'depth' | 'captureUrl'>;

/** A sound platform, one on a troubled network, one with a defect, or a legal one of another kind. */
const drawKind = (chance: Chance): Kind => {
  const dialect = pick(chance, dialectNames);
  const kind = Math.floor(chance.random() * 4);
  if (kind === 0) return { platform: { dialect } };
  if (kind === 1) return { platform: { dialect }, ...drawStorm(chance.of('storm')) };
  if (kind === 2) return { platform: { dialect, ...changeOf(pick(chance, everyDefect)) } };
  const { options, profile, before, late } = pick(
    chance,
    allVariants.filter((variant) => !isOnTheWire(variant)),
  );
  return { platform: options ?? {}, ...omitUndefined({ profile, before }), ...late };
};

const maxLagMs = 1500;

/** One target in four shows its changes late. Half of the profiles say how late their target is, or that it is not. */
const drawLateness = (chance: Chance) => {
  const lagMs = chance.random() < 0.25 ? Math.ceil(chance.random() * maxLagMs) : 0;
  const declared = chance.random() < 0.5 ? { settleSeconds: lagMs / 1000 } : {};
  return {
    lags: lagMs > 0 ? { readLag: { lagMs }, registrationLagMs: lagMs } : {},
    settling: ({ tolerances: { settleSeconds: _, ...tolerances }, ...profile }: Profile): Profile => ({
      ...profile,
      tolerances: { ...tolerances, ...declared },
    }),
  };
};

const wrapped = (wraps: readonly EmbeddedOptions['wrap'][]): Pick<EmbeddedOptions, 'wrap'> => ({
  wrap: (handle, runtime) => wraps.reduce((inner, wrap) => wrap?.(inner, runtime) ?? inner, handle),
});

/** Draws a target of any kind, the credentials and the profile of its owner, and where target and receiver are. */
export const drawRun = (chance: Chance): DrawnRun => {
  const { platform = {}, profile = (described) => described, ...kind } = drawKind(chance);
  const [accessKey = '', ...ofCompanies] = drawSecrets(chance);
  const names = ['main', 'second', 'third', 'registering', 'registering2', 'registering3'];
  const tokens = Object.fromEntries(names.map((name, index) => [name, ofCompanies[index] ?? '']));
  const header = dialects[platform.dialect ?? 'plain'].accessHeader;
  const wraps = [
    platform.wrap,
    ...(chance.random() < 0.5 ? [echoing(chance, header)] : []),
    ...(chance.random() < 0.3 ? [refusing(pick(chance, ofCompanies))] : []),
  ];
  const described = drawProfile(chance.of('profile'));
  const { lags, settling } = drawLateness(chance.of('lateness'));
  const publicUrl = pick(chance, receivers);
  const isDeclared = chance.random() < 0.3;
  return {
    ...lags,
    ...kind,
    depth: chance.random() < 0.2 ? 'full' : 'quick',
    platform: { ...platform, accessKey, tokens, ...wrapped(wraps) },
    captureUrl: publicUrl,
    profile: (platformProfile) => {
      const drawn = described(profile(settling(platformProfile)));
      if (isDeclared) return { ...drawn, capture: { ...drawn.capture, publicUrl } };
      return drawn;
    },
  };
};
