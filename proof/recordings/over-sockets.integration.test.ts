import { expect, test } from 'vitest';
import { startRun } from '../../fixtures/run/start-run.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { seededChance } from '../../simulation/chance.ts';
import { openSession } from '../../suites/session/session.ts';
import { judgingLimit } from '../test-judging-limit.ts';
import { drawRun } from './draw-run.ts';
import { resultOf, verifyStored } from './verify-recording.ts';

/** Of each kind of rule some, without those that take long on real connections. */
const isSelected = ({ id, depth }: { id: string; depth?: 'full' }): boolean =>
  depth === undefined && /^(AUTH|COUP|HOOK|ISO|ORD|PAS|DLV-(1|4|8|16|17))/.test(id);

// the address of the target is what it listens on; all else is drawn
test.for([2, 5, 8])(
  'a run over real connections comes out of its recording as it was stored (%s)',
  judgingLimit,
  async (seed) => {
    const { platform = {}, profile: describe = (described) => described } = drawRun(seededChance(`recording ${seed}`));
    await using resources = new AsyncDisposableStack();
    const { path: folder } = resources.use(await temporaryFolder());
    const { policy, ...drawn } = platform;
    const target = resources.use(
      await startEmbedded({ ...drawn, policy: { ...policy, timeScale: 0.0025 }, host: '::1' }),
    );
    const described = describe(target.profile);
    const profile = { ...described, baseUrl: target.profile.baseUrl, capture: {} };
    const secrets = [profile.accessHeader.value, ...profile.companies.map(({ token }) => token)];
    const run = resources.use(await startRun({ profile, secrets, depth: 'quick', seed, folder }));
    const session = await openSession(run.handle);
    const verdicts = await judgeSelected(session, isSelected);
    // writes the last of its evidence
    await session[Symbol.asyncDispose]();
    const result = resultOf(session, verdicts);
    const { problems, judgedAgain } = await verifyStored(seed, folder, { result, secrets: run.handle.secrets });
    expect(problems).toEqual([]);
    expect(judgedAgain).toBeGreaterThan(50);
  },
);
