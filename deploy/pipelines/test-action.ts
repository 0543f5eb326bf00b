import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectFolder, type Ran, runShell } from './test-runner.ts';

const texts = z.record(z.string(), z.string());

const step = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  if: z.string().optional(),
  env: texts.default({}),
  with: texts.default({}),
  shell: z.literal('bash').optional(),
  run: z.string().optional(),
  uses: z.string().optional(),
});

const actionSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  branding: z.strictObject({ icon: z.string(), color: z.string() }),
  inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(step) }),
});

export const action = actionSchema.parse(parse(readFileSync(join(projectFolder, 'action.yml'), 'utf8')));

/** What a use of the action results in. */
export interface Used {
  hasFailed: boolean;
  outputs: Record<string, string>;
  /** By id or name of the step, for steps that ran. */
  steps: Record<string, Ran>;
  log: string;
  summary: string;
  /** The inputs of steps that use other actions. */
  uploads: Record<string, string>[];
}

interface Use {
  inputs?: Readonly<Record<string, string>>;
  /** The workspace. */
  cwd: string;
  env?: Readonly<Record<string, string>>;
  onLog?: (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;
  /** The folder of the action. */
  path?: string;
}

type Contexts = Readonly<Record<string, string>>;

const valueIn = (term: string, contexts: Contexts): string => {
  const [, quoted] = /^'(.*)'$/.exec(term) ?? [];
  return quoted ?? contexts[term] ?? '';
};

const expand = (text: string, contexts: Contexts): string =>
  text.replace(
    /\$\{\{ (.*?) \}\}/g,
    (_, terms: string) =>
      terms
        .split(' || ')
        .map((term) => valueIn(term, contexts))
        .find((value) => value !== '') ?? '',
  );

/** Evaluates the forms of conditions that the action uses. Throws for any other. */
const holds = (condition: string, contexts: Contexts, hasFailed: boolean): boolean => {
  const terms = condition === '' ? [] : condition.split(' && ');
  if (hasFailed && !terms.includes('always()')) return false;
  return terms.every((term) => {
    if (term === 'always()') return true;
    const [, left, operator, right] = /^(\S+) (==|!=) (\S+)$/.exec(term) ?? [];
    if (left === undefined || right === undefined) throw new Error(`no condition: ${term}`);
    return (valueIn(left, contexts) === valueIn(right, contexts)) === (operator === '==');
  });
};

const outputsIn = (file: string): [name: string, value: string][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`no output: ${line}`);
      return [name, value];
    });

/** Runs the steps of the action as a runner does, with scripts and outputs in files. */
export const useAction = async ({ inputs = {}, cwd, env = {}, onLog, path = projectFolder }: Use): Promise<Used> => {
  const folder = await mkdtemp(join(cwd, '.runner-'));
  const summaryFile = join(folder, 'summary');
  writeFileSync(summaryFile, '');
  const contexts: Record<string, string> = {};
  for (const [name, { default: usual }] of Object.entries(action.inputs)) {
    contexts[`inputs.${name}`] = inputs[name] ?? usual;
  }
  const used: Used = { hasFailed: false, outputs: {}, steps: {}, log: '', summary: '', uploads: [] };
  for (const [index, each] of action.runs.steps.entries()) {
    if (!holds(each.if ?? '', contexts, used.hasFailed)) continue;
    if (each.run === undefined) {
      used.uploads.push(
        Object.fromEntries(Object.entries(each.with).map(([key, text]) => [key, expand(text, contexts)])),
      );
      continue;
    }
    const [script, output] = [join(folder, `${index}.sh`), join(folder, `${index}.output`)];
    writeFileSync(script, expand(each.run, contexts));
    writeFileSync(output, '');
    const own = Object.entries(each.env).map(([name, text]) => [name, expand(text, contexts)]);
    const ran = await runShell(script, {
      command: ['bash', '--noprofile', '--norc', '-eo', 'pipefail'],
      cwd,
      env: {
        ...env,
        ...Object.fromEntries(own),
        GITHUB_ACTION_PATH: path,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summaryFile,
        GITHUB_RUN_ID: '1',
        GITHUB_RUN_ATTEMPT: '2',
      },
      ...(onLog ? { onLog } : {}),
    });
    for (const [name, value] of outputsIn(output)) contexts[`steps.${each.id}.outputs.${name}`] = value;
    used.steps[each.id ?? each.name] = ran;
    used.log += ran.log;
    used.hasFailed ||= ran.code !== 0;
  }
  used.summary = readFileSync(summaryFile, 'utf8');
  for (const [name, { value }] of Object.entries(action.outputs)) used.outputs[name] = expand(value, contexts);
  return used;
};
