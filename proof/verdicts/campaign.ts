import { sections } from '../../suites/catalogue.ts';
import type { Defect } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { inWorkers } from '../worker-pool.ts';
import { type Detection, type DetectionInput, detectAt, type Finding } from './detect.ts';
import { findReachOfRule, type ReachInput } from './reach.ts';

/** A defect and what judging a platform with it found. */
export interface Seeded {
  defect: Defect;
  detection: Detection;
  seed: number;
}

/** Defects that were judged by the rules that reach them, and again by all rules. */
export interface WholeResult {
  judged: number;
  /** Defects on which the two runs differ. */
  differing: readonly string[];
}

const detectModule = new URL('detect.ts', import.meta.url);
const reachModule = new URL('reach.ts', import.meta.url);

/**
 * Whether the rule that the defect names catches it, no rule that it does not list fails, and no rule is skipped while
 * nothing fails.
 */
export const isProven = ({ detection }: Pick<Seeded, 'detection'>): boolean =>
  detection.isCaught && detection.unlisted.length + detection.swallowed.length === 0;

/** The rules that reach each defect, by its index. */
const findReaches = async (seed: number): Promise<ReadonlyMap<number, readonly string[]>> => {
  const reaches = new Map([...everyDefect.keys()].map((place): [number, string[]] => [place, []]));
  const inputs = sections.flatMap(({ rules }) => rules.map(({ id }): ReachInput => ({ rule: id, seed })));
  for await (const { input, output } of inWorkers(reachModule, findReachOfRule, inputs)) {
    for (const place of output) reaches.get(place)?.push(input.rule);
  }
  return reaches;
};

const detectAll = async (
  inputs: readonly DetectionInput[],
  onProgress: CampaignOptions['onProgress'] = () => {},
): Promise<Seeded[]> => {
  const detections = new Map<number, Detection>();
  for await (const { input, output } of inWorkers(detectModule, detectAt, inputs)) {
    detections.set(input.place, output);
    onProgress(detections.size, inputs.length);
  }
  return inputs.flatMap(({ place, seed }): Seeded[] => {
    const defect = everyDefect[place];
    const detection = detections.get(place);
    return defect && detection ? [{ defect, detection, seed }] : [];
  });
};

export interface CampaignOptions {
  isChosen(defect: Defect): boolean;
  seed: number;
  /** Judges a defect by the rules that reach it. Finding them takes a while, which pays if all defects are judged. */
  byReach?: boolean;
  onProgress?: (done: number, of: number) => void;
}

/**
 * Judges a platform with each chosen defect by every rule, in threads and in simulated time. If the rules that reach a
 * defect do not prove it, all rules judge it: a defect in one notification of many shows only in a longer run.
 */
export const runCampaign = async ({ isChosen, seed, byReach, onProgress }: CampaignOptions): Promise<Seeded[]> => {
  const chosen = [...everyDefect.entries()].flatMap(([place, defect]) => (isChosen(defect) ? [place] : []));
  const whole = (places: readonly number[]): DetectionInput[] => places.map((place) => ({ place, seed }));
  if (!byReach) return await detectAll(whole(chosen), onProgress);
  const reaches = await findReaches(seed);
  const reduced = await detectAll(
    whole(chosen).map((input) => ({ ...input, reachedBy: reaches.get(input.place) ?? [] })),
    onProgress,
  );
  const unproven = reduced.filter((seeded) => !isProven(seeded)).map(({ defect }) => everyDefect.indexOf(defect));
  const decided = new Map((await detectAll(whole(unproven))).map((seeded) => [seeded.defect, seeded]));
  return reduced.map((seeded) => decided.get(seeded.defect) ?? seeded);
};

/** Without the rules that a defect lists: they may pass without the records of all rules. */
const foundIn = ({ isCaught, named, unlisted, swallowed }: Detection): string => {
  const idsOf = (findings: readonly Finding[]): string =>
    findings
      .map(({ rule }) => rule)
      .toSorted()
      .join(', ') || 'none';
  return `${isCaught ? 'caught' : `not caught (${named.text})`}, failed without being listed: ${idsOf(unlisted)}, not tried: ${idsOf(swallowed)}`;
};

export const differencesOf = (byReach: readonly Seeded[], whole: readonly Seeded[]): string[] => {
  const found = new Map(byReach.map(({ defect, detection }) => [defect, foundIn(detection)]));
  return whole.flatMap(({ defect, detection }) => {
    const [reduced, all] = [found.get(defect), foundIn(detection)];
    return reduced === all
      ? []
      : [`${defect.rule} · a platform that ${defect.text} · all rules: ${all} · the rules that reach it: ${reduced}`];
  });
};

/** Judges one defect in N by all rules, and compares the result with that of the rules that reach it. */
export const judgeWhole = async (byReach: readonly Seeded[], seed: number, oneIn: number): Promise<WholeResult> => {
  const inputs = [...everyDefect.keys()]
    .filter((place) => (place + seed) % oneIn === 0)
    .map((place): DetectionInput => ({ place, seed }));
  const whole = await detectAll(inputs);
  return { judged: whole.length, differing: differencesOf(byReach, whole) };
};
