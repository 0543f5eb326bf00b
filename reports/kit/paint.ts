import { styleText } from 'node:util';
import type { Outcome } from '../../core/outcome.ts';

type Color = 'red' | 'green' | 'yellow' | 'cyan' | 'magenta' | 'dim' | 'bold';

export type Paint = (color: Color, text: string) => string;

/** Colors for a stream; none if it is not a terminal or NO_COLOR is set. */
export const paintFor =
  (stream: NodeJS.WriteStream): Paint =>
  (color, text) =>
    styleText(color, text, { stream });

export const plain: Paint = (_, text) => text;

export const colorOf: Record<Outcome, Color> = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  unverified: 'cyan',
  error: 'magenta',
};

export const signOf: Record<Outcome, string> = { pass: '✓', fail: '✗', warn: '!', unverified: '?', error: '‼' };
