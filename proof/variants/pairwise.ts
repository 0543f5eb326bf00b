import { createRequire } from 'node:module';
import type * as Covertable from 'covertable';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { awkwardChoices } from '../../platform/choices.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import { withOverrides } from '../../platform/overrides.ts';
import { factors } from './factors.ts';
import type { Variant } from './variant.ts';

// a CommonJS package of one bundle: Node and vitest find its exports at different names of an import
const { make, criteria }: typeof Covertable = createRequire(import.meta.url)('covertable');

const seed = 'selo';

export type Row = Readonly<Record<string, string>>;

/** Rows in which any two values of any two factors occur together at least once. */
export const pairwiseRows: readonly Row[] = make(
  Object.fromEntries(Object.entries(factors).map(([name, factor]) => [name, Object.keys(factor)])),
  // the greedy criterion saves three rows of 27 and takes as long as judging them
  { seed, criterion: criteria.simple },
);

type Value = (typeof factors)[string][string];

const valuesOf = (row: Row): Value[] =>
  Object.entries(row).map(([factor, name]) => {
    const value = factors[factor]?.[name];
    if (!value) throw new Error(`Factor ${factor} has no value ${name}`);
    return value;
  });

const optionsOf = (values: readonly Value[]): EmbeddedOptions => {
  const dialect = values.map(({ options }) => options?.dialect).find((name) => name !== undefined);
  const chosen = values.reduce(
    (choices, { options }) => withOverrides(choices, options?.choices, 'choices'),
    awkwardChoices,
  );
  // the dialect and the embedded target decide what no factor chooses
  const { pathOf, fields, absentRoutes, webhooks, ...choices } = chosen;
  const { timeoutFloorMs, ...chosenWebhooks } = webhooks;
  return { ...omitUndefined({ dialect }), choices: { ...choices, webhooks: chosenWebhooks } };
};

const rowVariant = (row: Row, index: number): Variant => {
  const values = valuesOf(row);
  return {
    name: `pairs-${String(index + 1).padStart(2, '0')}`,
    text: `makes these choices: ${Object.entries(row)
      .map(([factor, value]) => `${factor} ${value}`)
      .join(', ')}`,
    open: 'Each of these is left open, and none of them depends on another',
    source: 'all sections',
    options: optionsOf(values),
    unverified: values.flatMap(({ unverified = [] }) => unverified),
    warns: values.flatMap(({ warns = [] }) => warns),
    depth: 'full',
  };
};

export const pairwiseVariants: readonly Variant[] = pairwiseRows.map(rowVariant);
