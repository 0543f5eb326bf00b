import type { Refused } from '../../core/result.ts';
import { excerpt } from '../kit/printable.ts';

const longestBody = 400;

/** The request that the target refused, in a line. */
export const sentIn = ({ method, path, body }: Refused): string =>
  `${method} ${excerpt(path, longestBody)}${body === undefined ? '' : ` ${excerpt(body, longestBody)}`}`;

/** What the target answered to it, in a line. */
export const answerIn = ({ status, text }: Refused): string =>
  `${status}${text === '' ? ' without a body' : ` ${excerpt(text, longestBody)}`}`;
