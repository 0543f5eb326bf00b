import { expect, test } from 'vitest';
import { factors } from './factors.ts';
import { pairwiseRows, pairwiseVariants, type Row } from './pairwise.ts';

const names = Object.keys(factors);
const valuesOf = (factor: string): string[] => Object.keys(factors[factor] ?? {});

const pairsIn = (row: Row): string[] =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => `${one} ${row[one]}, ${other} ${row[other]}`));

test('every two values of any two factors occur together in a row', () => {
  const covered = new Set(pairwiseRows.flatMap(pairsIn));
  const wanted = names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other) =>
        valuesOf(one).flatMap((value) =>
          valuesOf(other).map((otherValue) => `${one} ${value}, ${other} ${otherValue}`),
        ),
      ),
  );
  expect(wanted.length).toBeGreaterThan(5000);
  expect(wanted.filter((pair) => !covered.has(pair))).toEqual([]);
});

test('every row gives every factor one of its values', () => {
  for (const row of pairwiseRows) {
    expect(Object.keys(row).toSorted()).toEqual(names.toSorted());
    expect(names.filter((name) => !valuesOf(name).includes(row[name] ?? ''))).toEqual([]);
  }
});

test('the platform of a row makes the choices of all its values', () => {
  const at = pairwiseRows.findIndex(({ writes, dialect }) => writes === 'stored' && dialect === 'foreign');
  const { options } = pairwiseVariants[at] ?? {};
  const row = pairwiseRows[at];
  expect(options).toMatchObject({
    dialect: 'foreign',
    choices: {
      answers: {
        writes: 'stored',
        headerCasing: row?.headerCasing,
        extraFields: { errors: row?.errorsExtraFields === 'true' },
      },
      lists: { badPage: row?.badPage },
      webhooks: { secondRegistration: row?.secondRegistration, connection: row?.webhookConnection },
    },
  });
  // the dialect's own names and paths are left to it
  expect(options?.choices).not.toHaveProperty('fields');
  expect(options?.choices).not.toHaveProperty('pathOf');
});
