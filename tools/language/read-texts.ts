import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Expression, parseSync, type TemplateLiteral, Visitor } from 'oxc-parser';

export interface Text {
  where: string;
  text: string;
}

/** The files in the folders of the project with one of these extensions, separated by commas. */
export const filesOf = (root: string, extensions: string): string[] =>
  globSync(`*/**/*.{${extensions}}`, { cwd: root, exclude: ['node_modules'] });

/** This folder lists and tests the words that no other file may have. */
export const quotesForbiddenWords = (file: string): boolean => /^tools\/language\//.test(file);

/** Replaces a value that is known only at run time. */
const value = 'X';

const templateText = ({ quasis }: TemplateLiteral): string => quasis.map(({ value: { cooked } }) => cooked).join(value);

/** The text of a string, a template or a sum of both; undefined for any other expression. */
const textOf = (expression: Expression): string | undefined => {
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? expression.value : undefined;
  if (expression.type === 'TemplateLiteral') return templateText(expression);
  if (expression.type !== 'BinaryExpression' || expression.operator !== '+') return undefined;
  const parts = [textOf(expression.left), textOf(expression.right)];
  return parts.every((part) => part === undefined) ? undefined : parts.map((part) => part ?? value).join('');
};

const minWords = 4;

/** Whether a string has some words, and is neither code nor markup. */
const isProse = (text: string): boolean =>
  text.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length >= minWords &&
  !/[{};]\s*\n|=>|<\/?[a-z]|^\s*(?:import|export|const) /m.test(text);

const isTest = (file: string): boolean => /(?:^|\/)test-|\.(?:test|suite)\.ts$/.test(file);

const textsOfSource = (root: string, file: string): Text[] => {
  const source = readFileSync(join(root, file), 'utf8');
  const { program } = parseSync(file, source);
  const found: { start: number; end: number; text: string }[] = [];
  const add = (expression: Expression): void => {
    const text = textOf(expression);
    // a part of a sum was already read
    const isPart = found.some(({ start, end }) => start <= expression.start && expression.end <= end);
    if (text !== undefined && !isPart) found.push({ start: expression.start, end: expression.end, text });
  };
  new Visitor({ BinaryExpression: add, Literal: add, TemplateLiteral: add }).visit(program);
  return found
    .filter(({ text }) => isProse(text))
    .map(({ start, text }) => ({ where: `${file}:${source.slice(0, start).split('\n').length}`, text }));
};

/** The strings of the source that people read: titles, messages, advice, help, errors. */
export const textsOfSources = (root: string): Text[] =>
  filesOf(root, 'ts,mjs,js')
    .filter((file) => !isTest(file))
    .flatMap((file) => textsOfSource(root, file));

/** The comments of a source. Lines that continue a sentence are joined; tags and indented lines are separate. */
const commentsOfSource = (root: string, file: string): Text[] => {
  const source = readFileSync(join(root, file), 'utf8');
  const found: { start: number; end: number; text: string }[] = [];
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const last = found.at(-1);
    const text = value.replace(/^\*/, '').replaceAll(/^\s*\* ?/gm, '');
    if (type === 'Line' && last && /^\n *$/.test(source.slice(last.end, start))) {
      last.text += `\n${text.slice(1)}`;
      last.end = end;
    } else found.push({ start, end, text: text.trim() });
  }
  return found.map(({ start, text }) => ({
    where: `${file}:${source.slice(0, start).split('\n').length}`,
    text: text.replaceAll(/(?<=\S)\n(?=[^\s@-])/g, ' '),
  }));
};

export const commentsOfSources = (root: string): Text[] =>
  filesOf(root, 'ts,mjs,js')
    .filter((file) => !quotesForbiddenWords(file))
    .flatMap((file) => commentsOfSource(root, file));

/** The paragraphs, list entries and table cells of a document, without its code. */
export const textsOfDocument = (root: string, file: string): Text[] =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, (_, text: string) => (text.endsWith('.md') ? `\`${text}\`` : text))
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/[*_]{1,2}([^*_\n]+)[*_]{1,2}/g, '$1')
    .split(/\n\s*\n|\n(?=\s*(?:[-|]|\d+\.) )/)
    .flatMap((block) => (block.trim().startsWith('|') ? block.split(/\||\n/) : [block.replaceAll(/\s*\n\s*/g, ' ')]))
    .map((block) => block.replace(/^\s*(?:[->]+|\d+\.)\s+/, '').trim())
    .filter((text) => text.split(' ').length >= minWords)
    .map((text) => ({ where: file, text }));
