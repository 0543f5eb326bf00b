import { readFileSync } from 'node:fs';
import { causeOf, isFault, stabilityOf, type Verdict } from '../../core/verdict.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import type { EmbeddedTarget } from '../../platform/embedded/start-embedded.ts';
import { choiceSets } from './choice-sets.ts';
import { loadInstrumented } from './load-instrumented.ts';
import { activate, countFor, hitsOf, hitsWhileLoading, isHitTooOften } from './switchboard.ts';
import type { Answered, Question, WorkerStart } from './worker-messages.ts';

// Judges mutants one at a time, because the switch is global.

const [, , startFile = ''] = process.argv;
const { root, sources }: WorkerStart = JSON.parse(readFileSync(startFile, 'utf8'));
const loadEmbedded = loadInstrumented(root, sources);
// these load the platform, so the hooks must come first
const { describeVerdict } = await import('../judge-embedded.ts');
const { activeRules, judgeInPhases } = await import('./judge-in-phases.ts');

/** Chance does not fail a rule twice, and a passive rule tests all exchanges. */
const isStable = (verdict: Verdict): boolean =>
  verdict.section === 'passive' || (stabilityOf(verdict)?.failed ?? 0) > 1;

const start = async (choices: string, generation?: string): Promise<EmbeddedTarget> => {
  const { startEmbedded } = await loadEmbedded(generation);
  return await startEmbedded({ choices: choiceSets[choices] ?? {} });
};

let questions = 0;

const reachOf = async (rules: readonly string[], choices: string): Promise<Answered> => {
  const name = `question ${questions++}`;
  countFor(name);
  const started = performance.now();
  await using target = await start(choices);
  const { verdicts } = await judgeInPhases(target, [rules], () => false);
  const outcomes = Object.fromEntries(verdicts.map(({ rule, outcome }) => [rule, outcome]));
  return { answer: 'reach', reach: { hits: hitsOf(name), outcomes, milliseconds: performance.now() - started } };
};

const judgeMutant = async ({
  mutant,
  isStatic,
  choices,
  phases,
}: Extract<Question, { ask: 'judge' }>): Promise<Answered> => {
  activate(mutant);
  countFor('judging');
  try {
    await using target = await start(choices, isStatic ? `${mutant}.${questions++}` : undefined);
    const { verdicts, troubles } = await judgeInPhases(
      target,
      phases,
      (verdict) => isFault(verdict) && isStable(verdict),
    );
    const said = verdicts.map((verdict) => ({
      rule: verdict.rule,
      outcome: verdict.outcome,
      cause: causeOf(verdict),
      isStable: isStable(verdict),
      described: describeVerdict(verdict),
    }));
    return { answer: 'said', said, troubles, isHitTooOften: isHitTooOften() };
  } catch (error) {
    return { answer: 'broken', why: messageOf(error) };
  } finally {
    activate(undefined);
  }
};

const answerTo = async (question: Question): Promise<Answered> => {
  if (question.ask === 'judge') return await judgeMutant(question);
  if (question.ask === 'reach of all') return await reachOf(activeRules, question.choices);
  if (question.ask === 'reach') return await reachOf(question.rule === undefined ? [] : [question.rule], '');
  return { answer: 'reach', reach: { hits: hitsWhileLoading(), outcomes: {}, milliseconds: 0 } };
};

// a mutant may leave a rejection of the platform unhandled, which must not end the process
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
process.on('message', (question: Question) => {
  answerTo(question).then(
    (answered) => process.send?.(answered),
    (error: unknown) => process.send?.({ answer: 'broken', why: messageOf(error) }),
  );
});
process.send?.({ answer: 'reach', reach: { hits: {}, outcomes: {}, milliseconds: 0 } });
