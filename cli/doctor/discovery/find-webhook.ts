import type { JsonObject } from '../../../core/json.ts';
import { likelyIds } from '../../../fixtures/run/registration-id.ts';
import type { Explorer } from './explorer.ts';
import { findBody, templateFrom } from './find-body.ts';

export interface FoundWebhook {
  body: JsonObject;
  idPointer?: string;
  isLeft: boolean;
}

/**
 * Finds the body of `POST /webhooks` and the pointer to the id in its answer, and removes the registration again. It
 * replaces the registration of the company: ask first.
 */
export const findWebhook = async (
  explorer: Explorer,
  url: string,
  hinted: JsonObject | undefined,
): Promise<FoundWebhook | { refused: string }> => {
  const documented = { event: 'coupon_create' };
  const contents = { url: '{url}', bearerToken: '{bearerToken}' };
  const found = await findBody(explorer, {
    path: '/webhooks',
    documented: () => documented,
    slots: () => ({ url, bearerToken: explorer.newText() }),
    contents,
    ...(hinted ? { template: templateFrom(hinted, contents, documented) } : {}),
  });
  if ('refused' in found) return hinted ? findWebhook(explorer, url, undefined) : found;
  const { template, answer } = found;
  // only a field that the target has named is known to be the URL
  if (!JSON.stringify(template).includes('{url}')) return { refused: 'accepted a body without the URL' };
  for (const { pointer, id } of likelyIds(answer.body)) {
    const removed = await explorer.ask('DELETE', `/webhooks/${encodeURIComponent(id)}`);
    if (removed?.status === 200) return { body: template, idPointer: pointer, isLeft: false };
  }
  return { body: template, isLeft: true };
};
