import { layersOf, type Step, steps } from './steps.ts';

/**
 * The steps of a command. Titles after it choose among all steps instead, each with files where the step has some to choose
 * from: `npm test -- types 'integration tests:load/k6,cli/load'`.
 * @throws {Error} that says what there is to choose from
 */
export function chooseSteps(command: string | undefined, asked: readonly string[]): Step[] {
  const layers = layersOf[command ?? ''];
  if (layers === undefined) {
    throw new Error(`There is no command "${command ?? ''}". The commands: ${Object.keys(layersOf).join(', ')}.`);
  }
  if (asked.length === 0) return steps.filter(({ layer }) => layers.includes(layer));
  return asked.map((each) => {
    const [title, files = ''] = each.split(':');
    const step = steps.find((one) => one.title === title);
    if (step === undefined) {
      throw new Error(`There is no step "${title}". The steps: ${steps.map((one) => one.title).join(', ')}.`);
    }
    if (files === '') return step;
    if (!('vitest' in step.run)) throw new Error(`The step "${title}" has no files to choose from.`);
    return { ...step, run: { ...step.run, files: files.split(',') } };
  });
}
