import { type Discovery, discover } from '../../cli/doctor/discovery/discover.ts';
import type { FlowStep, SeenFlow } from '../../cli/doctor/discovery/find-flows.ts';
import { reasonOf, type Verdict } from '../../core/verdict.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { DialectName } from '../../platform/embedded/dialect.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { type SimulatedTarget, type SimulationOptions, simulate } from '../../simulation/simulated-run.ts';
import { drawTarget } from '../foreign/target.ts';
import { describeVerdict, isFalsePositive, withFewCases } from '../judge-embedded.ts';
import { wrongIn } from './wrong-findings.ts';

export interface DiscoveryResult {
  tried: Tried;
  drawn: string[];
  /** Rules that the owner's profile lets be judged. */
  judgedByHand: number;
  /** Of these, the rules that the found profile lets be judged. */
  judgedAsFound: number;
  lost: string[];
  /** What the found profile says and the owner's does not. */
  wrong: string[];
  falsePositives: string[];
  notes: string[];
  left: string[];
  requests: number;
  /** On the target's clock. */
  seconds: number;
}

/** Answers the question of `init` about the step of a flow. */
type AnswerStep = (flow: SeenFlow) => Promise<FlowStep | undefined>;

/** The owner's answers. */
const stepOf =
  ({ companies }: Profile): AnswerStep =>
  async ({ company: name, trigger }) => {
    const flows = companies.find((company) => company.name === name)?.flows ?? [];
    const own = flows.filter((flow) => flow.active && flow.trigger === trigger);
    return own.length > 1 ? 'several' : own[0]?.step.kind;
  };

/** What only the owner of a target knows: its address, its credentials, and what a run may do and use up. */
const known = (profile: Profile): Profile => ({
  ...profile,
  resources: {},
  companies: profile.companies.map(({ flows: _, users, ...company }) => ({
    ...company,
    ...(users?.disposable ? { users: { disposable: users.disposable } } : {}),
  })),
});

const isJudged = ({ outcome }: Verdict): boolean => outcome !== 'unverified';

/** The seed of a target that is drawn, or a dialect of the reference platform. */
export type Tried = number | DialectName;

const simulationOf = (tried: Tried): { drawn: string[]; judge: SimulationOptions } => {
  const depth = 'quick';
  if (typeof tried !== 'number') {
    return { drawn: [], judge: { seed: 1, depth, profile: withFewCases, platform: { dialect: tried } } };
  }
  const { drawn, profile, world } = drawTarget(tried);
  return { drawn, judge: { seed: tried, depth, profile, ...world() } };
};

interface Probed {
  found: Discovery;
  requests: number;
  /** On the target's clock. */
  seconds: number;
}

/** Has `init` complete a profile by asking a simulated target. */
export const probe = async (
  { openClient, runtime }: SimulatedTarget,
  profile: Profile,
  step: AnswerStep,
): Promise<Probed> => {
  await using client = openClient({ redact: (text) => text, onExchange: () => {} });
  const startedMs = runtime.now();
  const found = await discover({ client, runtime, profile, say: () => {}, questions: { step } });
  return { found, requests: client.sent(), seconds: (runtime.now() - startedMs) / 1000 };
};

/** Judges a target by the profile of its owner, and by the one that `init` finds. */
export const tryDiscovery = async (tried: Tried): Promise<DiscoveryResult> => {
  const { drawn, judge } = simulationOf(tried);
  const byHand = await simulate(judge, (session) => judgeSelected(session, () => true));
  let probed: (Probed & { owner: Profile }) | undefined;
  const asFound = await simulate(
    {
      ...judge,
      before: async (target) => {
        const { profile: owner } = target;
        const { found, ...cost } = await probe(target, known(owner), stepOf(owner));
        probed = { found, owner, ...cost };
        return () => found.profile;
      },
    },
    (session) => judgeSelected(session, () => true),
  );
  if (!probed) throw new Error('the discovery ended without a result');
  const { found, owner, requests, seconds } = probed;
  const judged = new Set(asFound.filter(isJudged).map(({ rule }) => rule));
  const wanted = byHand.filter(isJudged).map(({ rule }) => rule);
  const lost = wanted.filter((rule) => !judged.has(rule));
  return {
    tried,
    drawn,
    judgedByHand: wanted.length,
    judgedAsFound: wanted.length - lost.length,
    lost: asFound.filter(({ rule }) => lost.includes(rule)).map((verdict) => `${verdict.rule}: ${reasonOf(verdict)}`),
    wrong: wrongIn(owner, found.profile),
    falsePositives: asFound.filter(isFalsePositive).map(describeVerdict),
    notes: found.notes.map(({ key, message, isFound }) => `${isFound ? 'found' : 'missing'} ${key}: ${message}`),
    left: found.left,
    requests,
    seconds: Math.round(seconds),
  };
};
