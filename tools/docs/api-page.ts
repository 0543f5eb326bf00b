import { fileURLToPath } from 'node:url';
import { type Declared, exportedDeclarations } from './exported-declarations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What people write code against: the package, and what a rule is made of. */
const surfaces = [
  {
    title: 'The package',
    text: "Everything that `import … from 'selo'` offers. [package.md](package.md) shows it in use, and [profile.md](profile.md) has every key of a profile.",
    files: ['cli/library.ts'],
  },
  {
    title: 'Rules',
    text: 'What a rule consists of, and what its check may use. [add-a-rule.md](add-a-rule.md) shows how to write one.',
    files: ['suites/rule.ts', 'suites/check-context.ts', 'suites/judge/expect.ts'],
  },
] as const;

/** The declarations of the public surface. */
export const publicDeclarations = (): { title: string; text: string; declared: Declared[] }[] =>
  surfaces.map(({ title, text, files }) => ({
    title,
    text,
    declared: files.flatMap((file) => exportedDeclarations(root, file)),
  }));

export const codeOf = (example: string): string => example.replace(/^```\w*\n|\n```$/g, '');

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

const tagLine = ({ name, text }: Declared['tags'][number]): string[] => {
  if (name === 'example') return [];
  if (name !== 'param') return [`- ${name.charAt(0).toUpperCase()}${name.slice(1)}: ${oneLine(text)}`];
  const [, parameter = '', meaning = ''] = /^(\S+)\s+([\s\S]*)$/.exec(text) ?? [];
  return [`- \`${parameter}\`: ${oneLine(meaning)}`];
};

const codeBlock = (code: string): string[] => ['```ts', code, '```', ''];

const sectionOf = ({ name, text, tags, signature }: Declared): string[] => {
  const lines = tags.flatMap(tagLine);
  const examples = tags.filter((tag) => tag.name === 'example').map((tag) => codeOf(tag.text));
  return [
    `### ${name}`,
    '',
    ...(text === '' ? [] : [text, '']),
    ...codeBlock(signature),
    ...(lines.length === 0 ? [] : [...lines, '']),
    ...examples.flatMap((example) => ['Example:', '', ...codeBlock(example)]),
  ];
};

export const apiPage = (): string =>
  [
    '# API',
    '',
    'Made from the doc comments of the code by `npm run docs`.',
    '',
    ...publicDeclarations().flatMap(({ title, text, declared }) => [
      `## ${title}`,
      '',
      text,
      '',
      ...declared.flatMap(sectionOf),
    ]),
  ].join('\n');
