import { startEmbedded } from '../embedded/start-embedded.ts';
import { drawer } from '../fixtures/seeded-draws.ts';
import type { Answer, Handle } from '../platform/http/call.ts';
import type { Verdict } from '../suites/verdict.ts';
import { judgeTarget } from './judge-embedded.ts';
import { startResetting } from './reset-some.ts';
import { oneIn } from './seeded-chance.ts';

const unavailable: Record<'503' | '500' | '429', Answer> = {
  503: { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>try again</html>' },
  500: { status: 500, body: { statusCode: 500, message: 'Internal server error' } },
  429: { status: 429, body: { message: 'slow down' } },
};

/** Well-formed answers in the place of the right one: what makes each wrong is only where it comes. */
const wrong: readonly Answer[] = [
  { status: 400, body: { message: ['the body is not right'] } },
  { status: 404, body: { message: 'Not found' } },
  { status: 422, body: { message: 'Not possible' } },
  { status: 200, headers: { 'content-type': 'application/json' }, body: '' },
];

/** What a troubled target does now and then. Hanging is left out: each would last a whole time-out. */
export const troubleKinds = ['503', '500', '429', 'reset', 'wrong', 'mixed'] as const;
export type TroubleKind = (typeof troubleKinds)[number];

const answersOf = (kind: TroubleKind): readonly Answer[] => {
  if (kind === 'reset') return [];
  if (kind === 'wrong') return wrong;
  return kind === 'mixed' ? [...Object.values(unavailable), ...wrong] : [unavailable[kind]];
};

export interface Trouble {
  kind: TroubleKind;
  /** Of so many requests one meets it. */
  oneIn: number;
  seed: string;
}

/** Judges all rules on an embedded platform that does right, save that at random it answers otherwise, before or after it has done what was asked. */
export const judgeTroubled = async ({ kind, oneIn: share, seed }: Trouble): Promise<Verdict[]> => {
  const answers = answersOf(kind);
  const ways = answers.length + (kind === 'reset' || kind === 'mixed' ? 1 : 0);
  const isUnlucky = oneIn((share * ways) / Math.max(answers.length, 1), `${seed}:${kind}`);
  const draw = drawer(`${seed}:${kind}:which`);
  const wrap =
    (handle: Handle): Handle =>
    async (call) => {
      const answer = answers.length > 0 && isUnlucky() ? answers[Math.floor(draw() * answers.length)] : undefined;
      if (!answer) return handle(call);
      // what limits the rate stands before the service: it refuses what was not done
      if (draw() < 1 / 2 && answer.status !== 429) await handle(call);
      return answer;
    };
  await using target = await startEmbedded({ wrap });
  const { profile, secrets } = target;
  const resets = oneIn(share * ways, `${seed}:${kind}:resets`);
  await using proxy = ways > answers.length ? await startResetting(profile.baseUrl, resets) : undefined;
  return await judgeTarget(
    {
      profile: {
        ...profile,
        baseUrl: proxy?.url ?? profile.baseUrl,
        // a troubled target is asked less at a time than a healthy one
        limits: { ...profile.limits, concurrency: 8 },
      },
      secrets,
    },
    () => true,
  );
};
