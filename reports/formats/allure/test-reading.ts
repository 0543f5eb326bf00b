import { join } from 'node:path';
import { AllureReport, resolveConfig } from '@allurereport/core';
import type { Result } from '../../../core/result.ts';
import { temporaryFolder } from '../../../fixtures/test-folder.ts';
import allurerc from './allurerc.ts';
import { writeAllureResults } from './results.ts';

type Store = AllureReport['store'];
/** A test as Allure reads it. */
export type ReadTest = Awaited<ReturnType<Store['allTestResults']>>[number];
export type ReadStep = ReadTest['steps'][number];

/** Reads a folder of results with Allure: tests by rule or name, with their attachments. */
export const readByAllure = async (folder: string) => {
  const plugins = { agent: { enabled: false } };
  const report = new AllureReport(await resolveConfig({ ...allurerc, output: join(folder, '../report'), plugins }));
  await report.start();
  await report.readDirectory(folder);
  const { store } = report;
  const tests = await store.allTestResults({ includeRetries: true });
  const ruleOf = ({ labels, name }: ReadTest): string => labels.find((label) => label.name === 'rule')?.value ?? name;
  const attached = async (rule: string): Promise<Map<string, string>> => {
    const test = tests.find((each) => ruleOf(each) === rule);
    const links = test ? await store.attachmentsByTrId(test.id) : [];
    const entries = links.map(async (link) => {
      const content = await store.attachmentContentById(link.id);
      return ['name' in link ? (link.name ?? '') : '', (await content?.asUtf8String()) ?? ''] as const;
    });
    return new Map(await Promise.all(entries));
  };
  const isGatePassed = async (): Promise<boolean> => {
    const { results } = await report.validate({ trs: tests });
    return results.every(({ success }) => success);
  };
  return { tests: new Map(tests.map((test) => [ruleOf(test), test])), count: tests.length, attached, isGatePassed };
};

/** Writes a result for Allure and reads it back. */
export const readBack = async (result: Result) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'allure-results');
  writeAllureResults(path, result);
  const read = await readByAllure(path);
  const attachments = new Map<string, Map<string, string>>();
  for (const rule of read.tests.keys()) attachments.set(rule, await read.attached(rule));
  return { ...read, attachments, passesGate: await read.isGatePassed() };
};

/** The names and states of steps in order, indented. */
export const stepLines = (steps: readonly ReadStep[], indent = ''): string[] =>
  steps.flatMap((step) =>
    step.type === 'step' ? [`${indent}${step.status} ${step.name}`, ...stepLines(step.steps, `${indent}  `)] : [],
  );
