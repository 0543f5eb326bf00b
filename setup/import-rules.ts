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

/** The folders of ours that a folder may import beside itself; one that is not named here may import all. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  platform: [],
  fixtures: ['core'],
  embedded: ['platform', 'fixtures', 'core'],
  simulation: ['certify', 'embedded', 'examples', 'platform', 'properties', 'suites', 'fixtures', 'core'],
  containers: ['fixtures', 'core'],
  doctor: ['fixtures', 'suites', 'core'],
  suites: ['fixtures', 'core'],
  properties: ['suites', 'fixtures', 'core'],
  load: ['suites', 'fixtures', 'core'],
  certify: ['doctor', 'platform', 'suites', 'fixtures', 'core'],
  examples: [],
  replay: ['reports', 'properties', 'suites', 'fixtures', 'core'],
  reports: ['certify', 'load', 'properties', 'suites', 'fixtures', 'core'],
};

/** Their tests may stand on the embedded platform; their own code, which judges platforms, may not. */
const judges = ['fixtures', 'suites', 'properties', 'load', 'examples', 'replay'];
const embedded = ['platform', 'embedded'];

const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
/** A test, or what tests share: `test-run.ts`. */
const isTest = (path: string) => /\.test\.ts$|(^|\/)test-[a-z-]+\.ts$/.test(path);

/** Files that say how a platform would break a rule, in the platform's own words. */
const isOfDefects = (path: string) =>
  isIn(path, 'suites', 'properties') && /(^|[-/])(defects?|broken-[a-z]+)\.ts$/.test(path);

const isExcepted = ({ from, target }: Import) =>
  isIn(target.name, ...embedded) && isIn(from, ...judges) && (isTest(from) || isOfDefects(from));

const importRules: ImportRule[] = [
  ...Object.entries(mayImport).map(([folder, others]) => ({
    name: `${folder}-imports`,
    text: `of ours ${folder}/ may import only ${[folder, ...others].map((name) => `${name}/`).join(', ')}`,
    forbids: (found: Import) =>
      isIn(found.from, folder) &&
      found.target.kind === 'file' &&
      !isIn(found.target.name, folder, ...others) &&
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

/** Judges all imports of the project by the direction rules, for cycles, and for what must run inside k6. */
export function findViolations(imports: Import[]): Violation[] {
  const byDirection = importRules.flatMap(({ name, text, forbids }) =>
    imports.filter(forbids).map((found) => describeViolation(name, text, found)),
  );
  return [...byDirection, ...findImpurities(imports), ...findCycles(imports)];
}

/** suites/passive/ and load/scripts/ run inside k6, so whatever they reach must do without Node.js and without packages. */
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

function findCycles(imports: Import[]): Violation[] {
  const targets = Map.groupBy(
    imports.filter(({ target }) => target.kind === 'file'),
    ({ from }) => from,
  );
  const cycles: Violation[] = [];
  const settled = new Set<string>();

  function visit(path: string, trail: string[]): void {
    if (settled.has(path)) return;
    for (const found of targets.get(path) ?? []) {
      const start = [...trail, path].indexOf(found.target.name);
      if (start === -1) visit(found.target.name, [...trail, path]);
      else cycles.push(describeCycle([...trail, path].slice(start), found));
    }
    settled.add(path);
  }
  for (const path of targets.keys()) visit(path, []);
  return cycles;
}

function describeCycle(path: string[], closing: Import): Violation {
  return describeViolation('no-cycle', `imports form no cycle: ${[...path, closing.target.name].join(' → ')}`, closing);
}

function describeViolation(rule: string, text: string, { from, line, specifier }: Import): Violation {
  return { rule, at: `${from}:${line}`, text: `imports ${specifier}, but ${text}` };
}
