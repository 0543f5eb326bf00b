import { obligations } from '../../certify/obligations/obligations.ts';
import { allScenarios } from '../../certify/scenarios/all-scenarios.ts';
import type { Depth } from '../../core/result.ts';
import { statementCount } from '../../core/statement.ts';
import { shopSamples } from '../../proof/certify/sample-partners.ts';
import { tillSamples } from '../../proof/certify/till-samples.ts';
import { simulatedCases } from '../../proof/load/cases.ts';
import { isProperty, listedRules } from '../../reports/listed-rules.ts';
import proven from '../../reports/proven.json' with { type: 'json' };

// Every count in a document comes from here: from the code, or from the last `npm run proof -- --record`.

export const trustCounts = (): string =>
  [
    `The ${proven.rules} rules and ${proven.properties} properties catch ${proven.caught} of ${proven.defects} defects that were built into`,
    `a platform on purpose, and fail ${proven.falsePositives} of ${proven.variants} variants that are unusual but allowed.`,
  ].join('\n');

export const countsList = (): string => {
  const properties = listedRules.filter(isProperty);
  const rules = listedRules.filter((rule) => !isProperty(rule));
  const tested = new Set(rules.flatMap(({ statements }) => statements));
  const generalized = new Set(properties.flatMap(({ standsFor = [] }) => standsFor));
  const samples = [...shopSamples, ...tillSamples];
  const faulty = samples.filter(({ breaks }) => breaks !== undefined);
  const casesAt = (depth: Depth): number => properties.reduce((sum, { cases }) => sum + (cases?.[depth] ?? 0), 0);
  return [
    `- Rules: ${rules.length}. They test ${tested.size} of the ${statementCount} statements of the document.`,
    `- Properties: ${properties.length}. They extend ${generalized.size} rules to generated inputs, with ${casesAt('full')} cases at full depth and ${casesAt('quick')} at quick depth.`,
    `- Defects of a platform: ${proven.defects}. The rules and properties catch ${proven.caught}.`,
    `- Variants of a platform: ${proven.variants}. The rules and properties fail ${proven.falsePositives}.`,
    `- Obligations of a partner: ${obligations.length}, in ${allScenarios.length} scenarios.`,
    `- Faulty partners: ${faulty.length}. Correct variants of the sample partners: ${samples.length - faulty.length}.`,
    `- Load defects with an exact count: ${simulatedCases.filter(({ figure }) => figure !== undefined).length}.`,
  ].join('\n');
};
