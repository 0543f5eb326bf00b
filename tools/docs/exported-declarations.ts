import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync, type Statement, Visitor } from 'oxc-parser';

/** An exported declaration, or a type that one needs, with its doc comment. */
export interface Declared {
  name: string;
  /** Path from the root. */
  file: string;
  /** The text of the doc comment without tags; empty if there is none. */
  text: string;
  /** `@param`, `@throws`, `@example` and so on. */
  tags: readonly { name: string; text: string }[];
  /** The declaration without its body. */
  signature: string;
}

interface Found {
  declared: Declared;
  isExported: boolean;
  /** Names of types in the signature. */
  uses: readonly string[];
}

interface Parsed {
  declarations: ReadonlyMap<string, Found>;
  /** The file of each name that is imported from our own files. */
  imports: ReadonlyMap<string, string>;
  /** Names in `export type { A }`. */
  reexports: readonly string[];
}

const commentText = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();

const partsOf = (comment: string): Pick<Declared, 'text' | 'tags'> => {
  const [text = '', ...tags] = commentText(comment).split(/^@/m);
  return {
    text: text.trim(),
    tags: tags.map((tag) => {
      const [, name = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
      return { name, text: rest.trim() };
    }),
  };
};

/** The start of the body or value. */
const signatureEnd = (declaration: Statement): number => {
  if (declaration.type === 'FunctionDeclaration') return declaration.body?.start ?? declaration.end;
  if (declaration.type !== 'VariableDeclaration') return declaration.end;
  const [{ init, id } = {}] = declaration.declarations;
  if (init?.type === 'ArrowFunctionExpression') return init.body.start;
  return id?.typeAnnotation?.end ?? declaration.end;
};

const nameOf = (declaration: Statement): string | undefined => {
  if (declaration.type === 'VariableDeclaration') {
    const [{ id } = {}] = declaration.declarations;
    return id?.type === 'Identifier' ? id.name : undefined;
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : undefined;
};

const parse = (root: string, file: string): Parsed => {
  const source = readFileSync(posix.join(root, file), 'utf8');
  const { program, comments, module } = parseSync(file, source);
  const commentBefore = (start: number): string => {
    const before = comments.findLast(({ end }) => end <= start);
    const isOwn = before?.value.startsWith('*') === true && source.slice(before.end, start).trim() === '';
    return isOwn ? before.value.slice(1) : '';
  };
  const references: { name: string; start: number }[] = [];
  new Visitor({
    TSTypeReference({ typeName, start }) {
      if (typeName.type === 'Identifier') references.push({ name: typeName.name, start });
    },
    TSInterfaceHeritage({ expression, start }) {
      if (expression.type === 'Identifier') references.push({ name: expression.name, start });
    },
  }).visit(program);

  const declarations = new Map<string, Found>();
  for (const statement of program.body) {
    const exported = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
    const declaration = exported ?? statement;
    const name = nameOf(declaration);
    if (name === undefined) continue;
    const end = signatureEnd(declaration);
    const signature = source
      .slice(declaration.start, end)
      .replace(/\s*(=>|=)?\s*$/, '')
      .replace(/^const (\w+) = (async )?/, '$1');
    const uses = references.filter(({ start }) => start >= declaration.start && start < end).map((each) => each.name);
    const declared = { name, file, ...partsOf(commentBefore(statement.start)), signature };
    declarations.set(name, { declared, isExported: exported !== undefined && exported !== null, uses });
  }
  const imports = module.staticImports.flatMap(({ moduleRequest: { value }, entries }) =>
    value.startsWith('.')
      ? entries.map(({ localName }) => [localName.value, posix.join(posix.dirname(file), value)] as const)
      : [],
  );
  const reexports = program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.source === null
      ? statement.specifiers.flatMap(({ local }) => (local.type === 'Identifier' ? [local.name] : []))
      : [],
  );
  return { declarations, imports: new Map(imports), reexports };
};

/**
 * Everything that a file exports, each followed by the types of the file that its signature needs.
 *
 * @throws `Error` if an exported name has no declaration in our own files.
 */
export const exportedDeclarations = (root: string, entry: string): Declared[] => {
  const { declarations, imports, reexports } = parse(root, entry);
  const shown = new Map<string, Declared>();
  const show = (name: string, parsed: Parsed): void => {
    const found = parsed.declarations.get(name);
    if (!found || shown.has(name)) return;
    shown.set(name, found.declared);
    for (const each of found.uses) show(each, parsed);
  };
  const own = [...declarations].filter(([, { isExported }]) => isExported).map(([name]) => name);
  for (const name of own) show(name, { declarations, imports, reexports });
  for (const name of reexports) {
    const file = imports.get(name);
    const parsed = file === undefined ? undefined : parse(root, file);
    if (!parsed?.declarations.has(name)) throw new Error(`${entry} exports ${name}, which no file of ours declares`);
    show(name, parsed);
  }
  return [...shown.values()];
};
