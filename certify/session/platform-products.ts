import { isObject } from '../../core/json.ts';
import type { AskJson } from '../stage/forward.ts';

/** Products on the platform that the partner did not send. */
export interface PlatformProducts {
  add(count: number): Promise<void>;
  /** Renames this many products on the first page. */
  rename(count: number): Promise<void>;
}

export const createPlatformProducts = (askJson: AskJson): PlatformProducts => {
  let made = 0;

  return {
    async add(count) {
      for (let index = 0; index < count; index += 1) {
        made += 1;
        await askJson('POST', '/products', { name: `Product ${made}`, externalId: `list-${made}` });
      }
    },
    async rename(count) {
      const { json: page } = await askJson('GET', `/products?after=2000-01-01T00:00:00Z&page=1&pageSize=${count}`);
      for (const product of isObject(page) && Array.isArray(page.data) ? page.data : []) {
        if (isObject(product)) await askJson('PUT', `/products/${product.id}`, { name: `${product.name}, renamed` });
      }
    },
  };
};
