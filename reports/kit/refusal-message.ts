import { valueAt } from '../../core/json.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';

/** The `message` of an answer that refuses; undefined for other answers. */
export const refusalMessage = (status: number, text: string): unknown =>
  status < 400 ? undefined : valueAt(parsedJson(text), '/message');
