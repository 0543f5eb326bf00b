import { valueAt } from '../../core/json.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';

/** What an answer says of why it refuses; undefined where it does not refuse, or gives no `message`. */
export const refusalMessage = (status: number, text: string): unknown =>
  status < 400 ? undefined : valueAt(parsedJson(text), '/message');
