import { isObject } from '../../core/json.ts';
import type { Play } from '../scenarios/scenario.ts';
import type { AskJson } from '../stage/forward.ts';

/** Changes products on the platform that the partner did not send. */
export const createPlatformProducts = (askJson: AskJson): Pick<Play, 'addProducts' | 'renameProducts'> => {
  let made = 0;

  return {
    async addProducts(count) {
      for (let index = 0; index < count; index += 1) {
        made += 1;
        await askJson('POST', '/products', { name: `Product ${made}`, externalId: `list-${made}` });
      }
    },
    async renameProducts(count) {
      const { json: page } = await askJson('GET', `/products?after=2000-01-01T00:00:00Z&page=1&pageSize=${count}`);
      for (const product of isObject(page) && Array.isArray(page.data) ? page.data : []) {
        if (isObject(product)) await askJson('PUT', `/products/${product.id}`, { name: `${product.name}, renamed` });
      }
    },
  };
};
