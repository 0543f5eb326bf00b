import { isObject } from '../../core/json.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { Stage } from '../stage/open-stage.ts';

/** Products on the platform that the partner did not send. */
export interface PlatformProducts {
  add(count: number): Promise<void>;
  /** Renames this many products on the first page. */
  rename(count: number): Promise<void>;
}

export const createPlatformProducts = ({ access, askPlatform }: Stage): PlatformProducts => {
  const headers = {
    authorization: `Bearer ${access.token.value}`,
    [access.accessHeader]: access.accessKey.value,
    'content-type': 'application/json',
  };
  let made = 0;

  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown> => {
    const { text } = await askPlatform({
      method,
      url: path,
      headers,
      body: body === undefined ? '' : JSON.stringify(body),
    });
    return parsedJson(text);
  };

  return {
    async add(count) {
      for (let index = 0; index < count; index += 1) {
        made += 1;
        await ask('POST', '/products', { name: `Product ${made}`, externalId: `list-${made}` });
      }
    },
    async rename(count) {
      const page = await ask('GET', `/products?after=2000-01-01T00:00:00Z&page=1&pageSize=${count}`);
      for (const product of isObject(page) && Array.isArray(page.data) ? page.data : []) {
        if (isObject(product)) await ask('PUT', `/products/${product.id}`, { name: `${product.name}, renamed` });
      }
    },
  };
};
