import { parseArgs } from 'node:util';
import { isFault, stabilityOf, type Verdict } from '../core/verdict.ts';
import { describeVerdict, isRed } from './judge-embedded.ts';
import { judgeTroubled, type TroubleKind, troubleKinds } from './judge-troubled.ts';
import { say } from './proof-output.ts';

// Judges all rules again and again on a platform that conforms, except that it answers otherwise at random. A fault that is
// called stable then is a false positive; one that is reported as intermittent is right, where an answer was wrong.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    'one-in': { type: 'string', default: '50' },
    kind: { type: 'string', default: 'mixed' },
    /** The first run's: further runs count on from it. */
    seed: { type: 'string', default: '1' },
  },
});
const isKind = (name: string): name is TroubleKind => troubleKinds.some((kind) => kind === name);
const { kind } = values;
if (!isKind(kind)) throw new Error(`--kind is one of ${troubleKinds.join(', ')}`);

const first = Number(values.seed);
const seeds = Array.from({ length: Number(values.runs) }, (_, index) => first + index);
const verdicts: Verdict[] = [];
for (const seed of seeds)
  verdicts.push(...(await judgeTroubled({ kind, oneIn: Number(values['one-in']), seed, depth: 'full' })));

const red = verdicts.filter(isFault);
/** Where no answer is wrong, and some are only missing, nothing is to be reported against the target at all. */
const mayBeRed = kind === 'wrong' || kind === 'mixed';
const wrongly = verdicts.filter(
  (verdict) => verdict.outcome === 'error' || stabilityOf(verdict)?.kind === 'stable' || (isRed(verdict) && !mayBeRed),
);
/** How near chance comes to what would be called stable. */
const mostly = red.filter(({ stability }) => stability && stability.failed * 2 > stability.of);
for (const verdict of new Set([...wrongly, ...mostly])) say(describeVerdict(verdict));
const counted = Map.groupBy(red, ({ stability }) => `${stability?.kind} ${stability?.failed}/${stability?.of}`);
for (const [how, alike] of [...counted].toSorted(([a], [b]) => a.localeCompare(b))) say(`${how}: ${alike.length}`);
const countOf = (outcome: Verdict['outcome']): number => verdicts.filter((each) => each.outcome === outcome).length;
say(
  `${values.runs} runs, ${kind} one in ${values['one-in']}: ${wrongly.length} wrongly, ${red.length - wrongly.length} reported as not every time, ` +
    `${countOf('unverified')} unverified, ${countOf('pass')} pass`,
);
process.exitCode = wrongly.length === 0 ? 0 : 1;
