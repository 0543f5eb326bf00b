import { isFault, stabilityOf, type Verdict } from '../core/verdict.ts';
import { commandLine, conclude, oneOf, say, seedsOf, wholeNumber } from './command-line.ts';
import { describeVerdict } from './judge-embedded.ts';
import { judgeTroubled, troubleKinds } from './judge-troubled.ts';

// Judges all rules many times on a platform that conforms, except that some answers are wrong at random. A failure that is
// called stable is then a false positive; one that is called intermittent is right if an answer was wrong.
const { values } = commandLine({
  options: {
    runs: { type: 'string', default: '200' },
    'one-in': { type: 'string', default: '50' },
    kind: { type: 'string', default: 'mixed' },
    /** The seed of the first run; each further run takes the next one. */
    seed: { type: 'string', default: '1' },
  },
});
const kind = oneOf('kind', troubleKinds, values.kind);
const verdicts: Verdict[] = [];
for (const seed of seedsOf({ from: values.seed, seeds: values.runs })) {
  verdicts.push(
    ...(await judgeTroubled({ kind, oneIn: wholeNumber('one-in', values['one-in']), seed, depth: 'full' })),
  );
}

const failures = verdicts.filter(isFault);
/** Answers that are only missing must not fail a rule. */
const mayFail = kind === 'wrong' || kind === 'mixed';
const wrongly = verdicts.filter(
  (verdict) => verdict.outcome === 'error' || stabilityOf(verdict)?.kind === 'stable' || (isFault(verdict) && !mayFail),
);
const rightly = failures.filter((verdict) => !wrongly.includes(verdict)).length;
/** Failures in more than half of the tries: chance nearly made them stable. */
const mostly = failures.filter(({ stability }) => stability && stability.failed * 2 > stability.of);
for (const verdict of new Set([...wrongly, ...mostly])) say(describeVerdict(verdict));
const counted = Map.groupBy(failures, ({ stability }) => `${stability?.kind} ${stability?.failed}/${stability?.of}`);
for (const [how, alike] of [...counted].toSorted(([a], [b]) => a.localeCompare(b))) say(`${how}: ${alike.length}`);
const countOf = (outcome: Verdict['outcome']): number => verdicts.filter((each) => each.outcome === outcome).length;
say(
  `${values.runs} runs, ${kind} one in ${values['one-in']}: ${wrongly.length} wrong verdicts, ${rightly} failures that did not come every time, ` +
    `${countOf('unverified')} unverified, ${countOf('pass')} pass`,
);
conclude({ passed: verdicts.length - wrongly.length, failed: wrongly.length });
