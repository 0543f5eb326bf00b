import { excerpt, printable } from './printable.ts';

const longestCode = 600;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '`': '&#96;' };

/** A text as plain words of a line: no markup, no HTML, no mention of a person, no link to an issue. */
export const words = (text: string): string =>
  printable(text)
    .replace(/[\\*_[\]()|~$!#]/g, '\\$&')
    // an empty comment, which is not shown, keeps a sign apart from the name, number or address that it would link
    .replace(/[&<>`]|[@#:](?=\S)|www(?=\.)/gi, (sign) => entities[sign] ?? `${sign}<!-- -->`);

const longestRunOf = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** A text as code within a line, cut where it grows long: nothing in it is markup, a mention or a link. */
export const code = (text: string): string => {
  const shown = excerpt(text, longestCode) || '(empty)';
  const fence = '`'.repeat(longestRunOf(shown) + 1);
  const needsSpace = /^[` ]|[` ]$/.test(shown);
  return needsSpace ? `${fence} ${shown} ${fence}` : fence + shown + fence;
};

/** Lines as a block of code, with a fence that none of them can end. */
export const codeBlock = (language: string, lines: readonly string[]): string => {
  const shown = lines.map(printable);
  const fence = '`'.repeat(Math.max(3, longestRunOf(shown.join('\n')) + 1));
  return [fence + language, ...shown, fence].join('\n');
};
