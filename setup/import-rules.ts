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

const isTest = (path: string) => /\.test\.ts$/.test(path);
const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
const leadsInto = ({ target }: Import, ...folders: string[]) => target.kind === 'file' && isIn(target.name, ...folders);

/** A defect is written in the platform's own options; no check reads them. */
const isTypeOfDefect = ({ from, typeOnly }: Import) => from === 'suites/defect.ts' && typeOnly;

const importRules: ImportRule[] = [
  {
    name: 'platform-alone',
    text: 'platform/ imports nothing of ours',
    forbids: (found) => isIn(found.from, 'platform') && found.target.kind === 'file' && !leadsInto(found, 'platform'),
  },
  {
    name: 'platform-unseen',
    text: 'what judges a platform imports neither platform/ nor embedded/, except in a test',
    forbids: (found) =>
      isIn(found.from, 'suites', 'fixtures', 'properties') &&
      leadsInto(found, 'platform', 'embedded') &&
      !isTest(found.from) &&
      !isTypeOfDefect(found),
  },
  {
    name: 'fixtures-know-no-rule',
    text: 'fixtures/ imports neither suites/, properties/, reports/ nor cli/',
    forbids: (found) => isIn(found.from, 'fixtures') && leadsInto(found, 'suites', 'properties', 'reports', 'cli'),
  },
  {
    name: 'suites-report-nothing',
    text: 'suites/ imports neither properties/, reports/ nor cli/',
    forbids: (found) => isIn(found.from, 'suites') && leadsInto(found, 'properties', 'reports', 'cli'),
  },
  {
    name: 'properties-report-nothing',
    text: 'properties/ imports neither reports/ nor cli/',
    forbids: (found) => isIn(found.from, 'properties') && leadsInto(found, 'reports', 'cli'),
  },
  {
    name: 'reports-run-nothing',
    text: 'reports/ imports neither cli/, platform/ nor embedded/',
    forbids: (found) => isIn(found.from, 'reports') && leadsInto(found, 'cli', 'platform', 'embedded'),
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

/** suites/passive/ and load/ run inside k6, so whatever they reach must do without Node.js and without packages. */
function findImpurities(imports: Import[]): Violation[] {
  const values = imports.filter(({ typeOnly }) => !typeOnly);
  const isPureRoot = (path: string) => isIn(path, 'suites/passive', 'load') && !/\.(suite|test)\.ts$/.test(path);
  const reached = new Set(values.map(({ from }) => from).filter(isPureRoot));
  for (const path of reached) {
    for (const { from, target } of values) if (from === path && target.kind === 'file') reached.add(target.name);
  }
  return values
    .filter(({ from, target }) => reached.has(from) && (target.kind === 'node' || target.kind === 'package'))
    .filter(({ from, specifier }) => !(isIn(from, 'load') && /^k6($|\/)/.test(specifier)))
    .map((found) => describeViolation('pure', 'suites/passive/ and load/ reach no node: module and no package', found));
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
