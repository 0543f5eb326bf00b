import { unprintableClass } from './printable.ts';

/** Characters that are unsafe in a terminal or in HTML. Line breaks come from the layout. */
const unsafe = new RegExp(`(?!\\n)[${unprintableClass}<]`, 'gu');

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

/**
 * JSON that is safe to print and to embed in HTML: controls, bidirectional marks and `<` are escaped. Half surrogate
 * pairs become U+FFFD, because many readers refuse them.
 */
export const safeJson = (value: object): string => `${JSON.stringify(value, wellFormed, 2).replace(unsafe, escaped)}\n`;
