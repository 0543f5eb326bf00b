import type { Depth } from '../core/result.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Answer, Handle } from '../platform/http/call.ts';
import type { Runtime } from '../platform/runtime.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import { calm } from '../simulation/network.ts';

const unavailable: Record<'503' | '500' | '429', Answer> = {
  503: { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>try again</html>' },
  500: { status: 500, body: { statusCode: 500, message: 'Internal server error' } },
  429: { status: 429, body: { message: 'slow down' } },
};

/** Well-formed answers that are wrong only in place of the right one. */
const wrong: readonly Answer[] = [
  { status: 400, body: { message: ['the body is not right'] } },
  { status: 404, body: { message: 'Not found' } },
  { status: 422, body: { message: 'Not possible' } },
  { status: 200, headers: { 'content-type': 'application/json' }, body: '' },
];

export const troubleKinds = ['503', '500', '429', 'reset', 'wrong', 'mixed'] as const;
export type TroubleKind = (typeof troubleKinds)[number];

const answersOf = (kind: TroubleKind): readonly Answer[] => {
  if (kind === 'reset') return [];
  if (kind === 'wrong') return wrong;
  return kind === 'mixed' ? [...Object.values(unavailable), ...wrong] : [unavailable[kind]];
};

export interface Trouble {
  kind: TroubleKind;
  /** One request in N is affected. */
  oneIn: number;
  seed: number;
  depth: Depth;
}

/** Judges all rules on a sound simulated platform that replaces answers at random, before or after it does what was asked. */
export const judgeTroubled = ({ kind, oneIn, seed, depth }: Trouble): Promise<Verdict[]> => {
  const answers = answersOf(kind);
  const ways = answers.length + (kind === 'reset' || kind === 'mixed' ? 1 : 0);
  const shareOfAnswers = answers.length / ways / oneIn;
  const wrap =
    (handle: Handle, { random }: Runtime): Handle =>
    async (call) => {
      const answer = random() < shareOfAnswers ? answers[Math.floor(random() * answers.length)] : undefined;
      if (!answer) return handle(call);
      // a rate limiter refuses a request before the service sees it
      if (random() < 1 / 2 && answer.status !== 429) await handle(call);
      return answer;
    };
  const shareOfResets = ways > answers.length ? 1 / ways / oneIn : 0;
  return judgeSimulated({
    seed,
    depth,
    platform: { wrap },
    network: { calls: { ...calm, accidents: { 'reset after': shareOfResets } } },
    // a troubled target gets fewer requests at a time
    profile: (profile) => ({ ...profile, limits: { ...profile.limits, concurrency: 8 } }),
  });
};
