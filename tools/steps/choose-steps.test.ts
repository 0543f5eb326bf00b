import { expect, test } from 'vitest';
import { chooseSteps } from './steps.ts';

const titlesOf = (...asked: Parameters<typeof chooseSteps>) => chooseSteps(...asked).map(({ title }) => title);

test('a command has the steps of its layers', () => {
  expect(titlesOf('integration', [])).toEqual(['k6', 'integration tests']);
  expect(titlesOf('rest', [])).toEqual([
    ...['k6', 'integration tests'],
    ...[
      ...['simulated proof of the verdicts', 'variants over real connections', 'many storms'],
      ...['foreign targets', 'foreign targets over real connections'],
      ...['profiles found by probing', 'recordings judged again'],
      ...['proof of certification over real connections', 'proof of certification', 'legal partners'],
      ...['one in 20 mutants of the platform', 'saturation trials', 'proof of load runs'],
    ],
  ]);
});

test('titles choose from all steps, with files for a vitest step', () => {
  expect(chooseSteps('test', ['types', 'integration tests:load/k6,cli/load'])).toMatchObject([
    { title: 'types' },
    { title: 'integration tests', run: { vitest: 'integration', files: ['load/k6', 'cli/load'] } },
  ]);
});

test('an unknown command, step or file is an error with the possible ones', () => {
  expect(() => chooseSteps('everything', [])).toThrow('There is no command "everything". The commands: check, test,');
  expect(() => chooseSteps(undefined, [])).toThrow('There is no command ""');
  expect(() => chooseSteps('test', ['tests'])).toThrow('There is no step "tests". The steps: unused code,');
  expect(() => chooseSteps('test', ['types:a.ts'])).toThrow('The step "types" has no files to choose from.');
});
