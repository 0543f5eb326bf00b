import type { Depth } from '../../core/result.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { awkwardChoices, type Choices } from '../../platform/choices.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { CompanySeed } from '../../platform/found-company.ts';
import type { Handle } from '../../platform/http/call.ts';
import { withOverrides } from '../../platform/overrides.ts';
import { documentedPolicy, type Policy } from '../../platform/policy/policy.ts';
import type { ScaledRuntime } from '../../platform/runtime.ts';
import type { SimulationOptions } from '../../simulation/simulated-run.ts';
import type { PlatformChange } from '../../suites/defect.ts';
import { type Draw, drawOf } from '../draw.ts';
import { withFewCases } from '../judge-embedded.ts';
import type { Unverified } from '../variants/variant.ts';
import { drawCompanies, drawSecret } from './companies.ts';
import { drawNaming } from './naming.ts';
import { ofAnswers } from './of-answers.ts';
import { ofDeliveries } from './of-deliveries.ts';
import { ofEffects } from './of-effects.ts';
import { ofRecords } from './of-records.ts';
import { ofRefusals } from './of-refusals.ts';
import { answersByItself, lagName, ofSurroundings } from './of-surroundings.ts';
import type { Choice, Way } from './way.ts';

/** The choices of a foreign target, without names, bodies and companies. */
export const choices: readonly Choice[] = [
  ...ofEffects,
  ...ofRecords,
  ...ofAnswers,
  ...ofRefusals,
  ...ofDeliveries,
  ...ofSurroundings,
];

/** A legal target that is drawn at random. */
export interface ForeignTarget {
  seed: number;
  depth: Depth;
  /** The drawn ways, line by line. */
  drawn: string[];
  unverified: readonly Unverified[];
  /** The target, or the target with a defect. */
  world(defect?: PlatformChange): Pick<SimulationOptions, 'platform' | 'network' | 'clockSkewMs' | 'readLag'>;
  profile(described: Profile): Profile;
}

/** Whether judging a target over real connections takes seconds: waits for rate limits and late reads are real there. */
export const isQuick = ({ drawn }: ForeignTarget): boolean =>
  drawn.includes(`${lagName}: none`) && !drawn.includes('rate limit: forty a second');

interface DrawnWay {
  name: string;
  /** The name of the first way, which is that of the platform itself. */
  usual: string;
  chosen: string;
  way: Way;
}

const drawWay = (draw: Draw, { name, ways }: Choice): DrawnWay => {
  const [usual = '', ...others] = Object.keys(ways);
  const own = draw.of(name);
  // the usual way is often drawn, so that a target differs in few things and a difference stands out
  const chosen = own.happens(0.3) ? usual : own.oneOf([usual, ...others]);
  const way = ways[chosen] ?? {};
  return { name, usual, chosen, way: typeof way === 'function' ? way(own.of('way')) : way };
};

/** Draws a way of each choice. Reads are late only where nothing else answers in the platform's place. */
const drawWays = (draw: Draw): DrawnWay[] => {
  const drawn = choices.map((choice) => drawWay(draw, choice));
  const isLate = drawn.some(({ name, usual, chosen }) => name === lagName && chosen !== usual);
  return drawn.map((each) =>
    isLate && answersByItself.includes(each.name) ? { ...each, chosen: each.usual, way: {} } : each,
  );
};

const inWords = ({ name, chosen }: DrawnWay): string => `${name}: ${chosen}`;

const through = (layers: readonly (Wrap | undefined)[], handle: Handle, runtime: ScaledRuntime): Handle =>
  layers.reduce<Handle>((inner, layer) => layer?.(inner, runtime) ?? inner, handle);

const overridden = <T extends object>(
  defaults: T,
  overrides: readonly Parameters<typeof withOverrides<T>>[1][],
  name: string,
): T => overrides.reduce<T>((merged, override) => withOverrides(merged, override, name), defaults);

/** Targets at full depth are judged until their last retry. */
const fullDepthShare = 0.3;

/** Defects recognize the coupons of a flow by the platform's usual codes. */
const withUsualCodes = ({ flows = [], ...company }: CompanySeed): CompanySeed => ({
  ...company,
  flows: flows.map(({ codePrefix: _, ...flow }) => flow),
});

export const drawTarget = (seed: number): ForeignTarget => {
  const draw = drawOf(`foreign ${seed}`);
  const drawnWays = drawWays(draw.of('choices'));
  const companies = drawCompanies(draw.of('companies'));
  const accessKey = drawSecret(draw.of('access key'));
  const ways = drawnWays.map(({ way }) => way);
  const chosen = overridden<Choices>(
    awkwardChoices,
    ways.map(({ choices: each }) => each),
    'choices',
  );
  const policy = overridden<Policy>(
    documentedPolicy,
    ways.map((way) => way.policy),
    'policy',
  );
  const hasOwnAnswers = drawnWays.some((drawn) => /^answers to writes: (id|ok|an)/.test(inWords(drawn)));
  const naming = drawNaming(draw.of('naming'), hasOwnAnswers ? 'own' : chosen.answers.writes);
  const arounds = ways.map(({ around }) => around);
  const inFront = [naming.inFront, ...ways.map((way) => way.inFront)];

  return {
    seed,
    depth: draw.of('depth').happens(fullDepthShare) ? 'full' : 'quick',
    drawn: [`companies: ${companies.text}`, ...drawnWays.map(inWords)],
    unverified: [...companies.unverified, ...[naming, ...ways].flatMap(({ unverified = [] }) => unverified)],
    world: (defect) => ({
      ...Object.assign({}, ...ways.map(({ world }) => world)),
      platform: {
        accessKey,
        companies: defect ? companies.seeds.map(withUsualCodes) : companies.seeds,
        choices: chosen,
        policy: withOverrides(policy, defect?.policy, 'policy'),
        wrap: (handle, runtime) =>
          through([...arounds, ...inFront], defect?.wrap?.(handle, runtime) ?? handle, runtime),
        wrapSender: (sender, runtime) => ways.reduce((inner, way) => way.sender?.(inner, runtime) ?? inner, sender),
      },
    }),
    profile: (described) => {
      const profile = [companies, naming, ...ways].reduce((before, way) => way.profile?.(before) ?? before, described);
      return { ...withFewCases(profile), name: `foreign target ${seed}` };
    },
  };
};
