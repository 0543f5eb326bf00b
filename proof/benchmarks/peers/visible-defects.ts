import { createHash } from 'node:crypto';
import { allDefects } from '../../../suites/all-defects.ts';
import type { Capability } from '../../../suites/capability.ts';
import { sections } from '../../../suites/catalogue.ts';
import type { Defect } from '../../../suites/defect.ts';
import { passive } from '../../../suites/passive/rules.ts';

interface VisibleDefect extends Defect {
  section: string;
}

/** A tool that only sends requests cannot test these sections. */
const webhookSections = new Set(['flows', 'webhook-registration', 'webhook-delivery']);

/** The sections that requests can test, and the section of the passive rules. */
export const visibleSections: readonly string[] = [
  ...sections.map(({ name }) => name).filter((name) => !webhookSections.has(name)),
  'passive',
];

const needsWebhooks = (needs: readonly Capability[]): boolean =>
  needs.some((need) => need === 'webhooks' || need.endsWith(' flow'));

const sectionOfRule = new Map<string, string>([
  ...sections
    .filter(({ name }) => !webhookSections.has(name))
    .flatMap(({ name, rules }) =>
      rules.filter(({ needs = [] }) => !needsWebhooks(needs)).map(({ id }) => [id, name] as const),
    ),
  ...passive.filter(({ about }) => about === 'exchanges').map(({ id }) => [id, 'passive'] as const),
]);

/** The defects that answers to requests show, without any notification. */
export const visibleDefects: readonly VisibleDefect[] = allDefects.flatMap((defect) => {
  const section = sectionOfRule.get(defect.rule);
  return section === undefined ? [] : [{ ...defect, section }];
});

const drawnBy = (seed: number, { rule, text }: Defect): string =>
  createHash('sha256').update(`${seed} ${rule} ${text}`).digest('hex');

/**
 * An order in which the first N defects are a stratified sample: each section is shuffled by the seed and spread evenly.
 */
export const inSampleOrder = (defects: readonly VisibleDefect[], seed: number): VisibleDefect[] => {
  const placed = [...Map.groupBy(defects, ({ section }) => section).values()].flatMap((stratum) =>
    stratum
      .toSorted((a, b) => (drawnBy(seed, a) < drawnBy(seed, b) ? -1 : 1))
      .map((defect, index) => ({ defect, place: (index + 0.5) / stratum.length })),
  );
  return placed.toSorted((a, b) => a.place - b.place).map(({ defect }) => defect);
};
