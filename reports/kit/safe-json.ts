import { unprintableClass } from './printable.ts';

/** What neither a terminal nor a page around the text may meet; the line breaks are of the layout. */
const unsafe = new RegExp(`(?!\\n)[${unprintableClass}<]`, 'gu');

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

/**
 * A value as JSON that says the same and is safe to print or to put into a page: controls, bidirectional marks and `<`
 * are written as escapes. Halves of surrogate pairs become U+FFFD, because many readers refuse them.
 */
export const safeJson = (value: object): string => `${JSON.stringify(value, wellFormed, 2).replace(unsafe, escaped)}\n`;
