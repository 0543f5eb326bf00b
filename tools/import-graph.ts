import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** An import or re-export: static, dynamic or in a type. Paths are relative to the root, with `/`. */
export interface Import {
  from: string;
  line: number;
  specifier: string;
  target: { kind: 'file' | 'missing file' | 'node' | 'package'; name: string };
  /** Stripping the types removes the import. */
  typeOnly: boolean;
}

const sources = '**/*.{ts,mts,js,mjs}';
const notOurs = ['node_modules', '.git', 'reports/out'];

/** Reads the imports of every source file below `root`, except those that are computed at run time. */
export function readImports(root: string): Import[] {
  const files = globSync(sources, { cwd: root, exclude: (path) => notOurs.includes(path) });
  return files.map((path) => path.replaceAll('\\', '/')).flatMap((path) => importsOf(root, path));
}

function importsOf(root: string, from: string): Import[] {
  const source = readFileSync(posix.join(root, from), 'utf8');
  const { module, program, errors } = parseSync(from, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${from} cannot be parsed: ${error.message}`);

  const found: { specifier: string; start: number; typeOnly: boolean }[] = [];
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every(({ isType }) => isType);
    found.push({ specifier: moduleRequest.value, start, typeOnly });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType, start } of entries) {
      if (moduleRequest !== null) found.push({ specifier: moduleRequest.value, start, typeOnly: isType });
    }
  }
  new Visitor({
    ImportExpression({ source: target, start }) {
      if (target.type === 'Literal' && typeof target.value === 'string') {
        found.push({ specifier: target.value, start, typeOnly: false });
      } else if (target.type === 'TemplateLiteral' && target.expressions.length === 0) {
        found.push({ specifier: target.quasis[0]?.value.cooked ?? '', start, typeOnly: false });
      }
    },
    TSImportType({ source: target, start }) {
      found.push({ specifier: target.value, start, typeOnly: true });
    },
  }).visit(program);

  return found.map(({ specifier, start, typeOnly }) => ({
    from,
    line: source.slice(0, start).split('\n').length,
    specifier,
    target: resolveTarget(root, from, specifier),
    typeOnly,
  }));
}

function resolveTarget(root: string, from: string, specifier: string): Import['target'] {
  if (specifier.startsWith('.')) {
    const name = posix.join(posix.dirname(from), specifier);
    return { kind: existsSync(posix.join(root, name)) ? 'file' : 'missing file', name };
  }
  const bare = specifier.replace(/^node:/, '');
  const isNode = bare !== specifier || builtinModules.includes(bare);
  return { kind: isNode ? 'node' : 'package', name: specifier };
}
