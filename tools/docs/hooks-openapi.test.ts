import { expect, test } from 'vitest';
import { companyParameter, hookContract } from '../../certify/triggers/hook-contract.ts';
import { simulateSession } from '../../simulation/simulated-session.ts';
import { hooksOpenApi } from './hooks-openapi.ts';
import { hooksPage } from './hooks-page.ts';

test('the page says what each action changes', () => {
  const page = hooksPage();
  for (const name of Object.keys(hookContract)) {
    expect(page).toMatch(new RegExp(`## ${name}\\n\\n.*\\n\\n- \\*\\*Afterwards\\*\\*: [A-Z]`));
  }
});

test('the page says that Selo leaves out an action that is never done, and not a parameter', () => {
  expect(hooksPage().replaceAll(/\s+/g, ' ')).toMatch(
    /never with these parameters\. Selo then goes on without that action\. It does not ask again without a parameter\./,
  );
});

test('every reference of the document has a target', () => {
  const text = JSON.stringify(hooksOpenApi());
  const document: unknown = JSON.parse(text);
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(0);
  for (const path of references) {
    const found = path.split('/').reduce((part: unknown, name) => Object(part)[name], document);
    expect(found, path).toBeDefined();
  }
});

test('a whole session uses every action of the contract with its parameters', async () => {
  const { records } = await simulateSession({ seed: 1 });
  const actions = records
    .flatMap((record) => record.actions)
    .filter(({ action }) => Object.hasOwn(hookContract, action));
  const contracted = new Map(
    Object.entries(hookContract).map(([name, each]) => [name, companyParameter.extend(each.parameters.shape).strict()]),
  );
  const wrong = actions.flatMap(({ action, parameters }) => {
    const asked = contracted.get(action)?.safeParse(parameters);
    if (asked === undefined) return [`${action} is in no contract`];
    return asked.success ? [] : [`${action} ${JSON.stringify(parameters)}: ${asked.error.message}`];
  });
  expect(wrong).toEqual([]);
  const names = new Set(actions.map(({ action }) => action));
  expect(Object.keys(hookContract).filter((name) => !names.has(name))).toEqual([]);
});
