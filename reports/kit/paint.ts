import { styleText } from 'node:util';
import type { Outcome } from '../../core/outcome.ts';

type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'magenta' | 'dim' | 'bold';

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

/** Colours for a stream: none when it is no terminal or NO_COLOR is set. */
export const paintFor =
  (stream: NodeJS.WriteStream): Paint =>
  (colour, text) =>
    styleText(colour, text, { stream });

export const plain: Paint = (_, text) => text;

export const colourOf: Record<Outcome, Colour> = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  unverified: 'cyan',
  error: 'magenta',
};

export const signOf: Record<Outcome, string> = { pass: '✓', fail: '✗', warn: '!', unverified: '?', error: '‼' };
