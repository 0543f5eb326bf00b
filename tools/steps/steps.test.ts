import { expect, test } from 'vitest';
import vitestConfig from '../../vitest.config.ts';
import { layersOf, steps } from './steps.ts';

const titlesOf = (command: string): string[] =>
  steps.filter(({ layer }) => layersOf[command]?.includes(layer)).map(({ title }) => title);

test('`npm test`, the rest and more seeds together have every step once', () => {
  const moreSeeds = steps.filter(({ layer }) => layer === 'more seeds').map(({ title }) => title);
  const parts = [...titlesOf('test'), ...titlesOf('rest'), ...moreSeeds];
  expect(parts.toSorted()).toEqual(steps.map(({ title }) => title).toSorted());
  expect(new Set(parts).size).toBe(parts.length);
  expect(titlesOf('all')).toEqual(steps.map(({ title }) => title));
});

test('`npm test` runs every check, and nothing that needs other programs', () => {
  expect(titlesOf('test')).toEqual([
    ...titlesOf('check'),
    ...['unit tests', 'each rule on its own defects', 'simulated storms', 'simulated proof of certification', 'suites'],
  ]);
});

test('every vitest project is run by exactly one step', () => {
  const patterns = steps.flatMap(({ run }) => ('vitest' in run ? run.vitest : []));
  const projects = vitestConfig.test?.projects ?? [];
  const names = projects.flatMap((project) =>
    typeof project === 'object' && 'test' in project ? String(project.test?.name) : [],
  );
  expect(names.length).toBe(projects.length);
  for (const name of names) {
    const matching = patterns.filter((pattern) => new RegExp(`^${pattern.replace('*', '.*')}$`).test(name));
    expect(matching, name).toHaveLength(1);
  }
});
