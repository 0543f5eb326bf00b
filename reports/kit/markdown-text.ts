import { excerpt, printable } from './printable.ts';

const maxCodeLength = 600;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '`': '&#96;' };

/** Escapes a text for one line of Markdown: no markup, no HTML, no mention, no link to an issue. */
export const words = (text: string): string =>
  printable(text)
    .replace(/[\\*_[\]()|~$!#]/g, '\\$&')
    // an invisible comment after the sign prevents mentions and links
    .replace(/[&<>`]|[@#:](?=\S)|www(?=\.)/gi, (sign) => entities[sign] ?? `${sign}<!-- -->`);

const longestRunOf = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** A text as inline code, shortened if it is long. Nothing in it is markup. */
export const code = (text: string): string => {
  const shown = excerpt(text, maxCodeLength) || '(empty)';
  const fence = '`'.repeat(longestRunOf(shown) + 1);
  const needsSpace = /^[` ]|[` ]$/.test(shown);
  return needsSpace ? `${fence} ${shown} ${fence}` : fence + shown + fence;
};

/** A block of code whose fence no line can end. */
export const codeBlock = (language: string, lines: readonly string[]): string => {
  const shown = lines.map(printable);
  const fence = '`'.repeat(Math.max(3, longestRunOf(shown.join('\n')) + 1));
  return [fence + language, ...shown, fence].join('\n');
};
