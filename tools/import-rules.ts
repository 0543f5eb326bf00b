import type { Import } from './import-graph.ts';

/** An import that the project's layout forbids. */
export interface Violation {
  rule: string;
  /** `path:line` of the import. */
  at: string;
  text: string;
}

interface ImportRule {
  name: string;
  text: string;
  forbids(found: Import): boolean;
}

/**
 * What each folder may import in addition to itself. A file belongs to the deepest folder of the list; a folder that is not
 * in the list may import everything.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  fixtures: ['core'],
  platform: [],
  'platform/embedded': ['platform', 'fixtures', 'core'],
  suites: ['suites/passive', 'fixtures', 'core'],
  'suites/passive': ['suites', 'fixtures', 'core'],
  properties: ['suites', 'suites/passive', 'fixtures', 'core'],
  'reports/kit': ['fixtures', 'core'],
  load: ['suites/passive', 'reports/kit', 'fixtures', 'core'],
  certify: ['platform', 'reports/kit', 'fixtures', 'core'],
  reports: ['reports/kit', 'properties', 'suites', 'suites/passive', 'fixtures', 'core'],
  simulation: ['certify', 'platform', 'platform/embedded', 'properties', 'suites', 'fixtures', 'core', 'examples'],
  examples: [],
};

/** Their tests may use the embedded platform; their code, which tests platforms, may not. */
const judges = ['fixtures', 'suites', 'properties', 'load', 'examples', 'reports'];

const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
/** A test, or a file that tests share, such as `test-run.ts`. */
const isTest = (path: string) => /\.test\.ts$|(^|\/)test-[a-z-]+\.ts$/.test(path);

const places = Object.keys(mayImport).toSorted((a, b) => b.length - a.length);

/** The deepest folder of the list that has a file, otherwise its top-level folder. */
const placeOf = (path: string): string => places.find((place) => isIn(path, place)) ?? path.split('/')[0] ?? path;

/** Files of defects. */
const isOfDefects = (path: string) =>
  isIn(path, 'suites', 'properties') && /(^|[-/])(defects?|broken-[a-z]+)\.ts$/.test(path);

const isExcepted = ({ from, target }: Import) =>
  isIn(target.name, 'platform') && isIn(from, ...judges) && (isTest(from) || isOfDefects(from));

const importRules: ImportRule[] = [
  ...Object.entries(mayImport).map(([place, others]) => ({
    name: `${place}-imports`,
    text: `of ours ${place}/ may import only ${[place, ...others].map((name) => `${name}/`).join(', ')}`,
    forbids: (found: Import) =>
      placeOf(found.from) === place &&
      found.target.kind === 'file' &&
      ![place, ...others].includes(placeOf(found.target.name)) &&
      !isExcepted(found),
  })),
  {
    name: 'defects-apart',
    text: 'only defects, proofs and tests import a file of defects: no rule may reach the platform through one',
    forbids: ({ from, target }) =>
      target.kind === 'file' && isOfDefects(target.name) && !isOfDefects(from) && !isIn(from, 'proof') && !isTest(from),
  },
  {
    name: 'tests-apart',
    text: 'only tests import what tests share',
    forbids: ({ from, target }) =>
      target.kind === 'file' && /(^|\/)test-[a-z-]+\.ts$/.test(target.name) && !isTest(from),
  },
  {
    name: 'entries-unimported',
    text: 'nothing imports a .suite.ts, .property.ts or .test.ts',
    forbids: ({ target }) => target.kind === 'file' && /\.(suite|property|test)\.ts$/.test(target.name),
  },
  {
    name: 'file-exists',
    text: 'an imported file exists',
    forbids: ({ target }) => target.kind === 'missing file',
  },
];

/** Finds imports against the rules. The linter finds cycles. */
export function findViolations(imports: Import[]): Violation[] {
  const byDirection = importRules.flatMap(({ name, text, forbids }) =>
    imports.filter(forbids).map((found) => describeViolation(name, text, found)),
  );
  return [...byDirection, ...findImpurities(imports)];
}

/** suites/passive/ and load/scripts/ run inside k6, without Node.js and without packages. */
function findImpurities(imports: Import[]): Violation[] {
  const values = imports.filter(({ typeOnly }) => !typeOnly);
  const isPureRoot = (path: string) =>
    isIn(path, 'suites/passive', 'load/scripts') && !/\.(suite|test)\.ts$/.test(path) && !isOfDefects(path);
  const reached = new Set(values.map(({ from }) => from).filter(isPureRoot));
  for (const path of reached) {
    for (const { from, target } of values) if (from === path && target.kind === 'file') reached.add(target.name);
  }
  return values
    .filter(({ from, target }) => reached.has(from) && (target.kind === 'node' || target.kind === 'package'))
    .filter(({ from, specifier }) => !(isIn(from, 'load/scripts') && /^k6($|\/)/.test(specifier)))
    .map((found) =>
      describeViolation('pure', 'suites/passive/ and load/scripts/ reach no node: module and no package', found),
    );
}

function describeViolation(rule: string, text: string, { from, line, specifier }: Import): Violation {
  return { rule, at: `${from}:${line}`, text: `imports ${specifier}, but ${text}` };
}
