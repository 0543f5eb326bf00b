import fc from 'fast-check';
import { missingCapabilities } from '../../suites/capability.ts';
import { expectAccepted, expectAnswer, expectNothing, expectThat } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { needOwnSlots } from '../../suites/products/own-slots.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf, someOf } from '../arbitraries.ts';
import { property } from '../property.ts';

/** A post of a product. A name and provider that come for the first time create a new one. */
interface Step {
  name: 'short' | 'long';
  provider: 'short' | 'long';
  /** The external id if the product is sent again. */
  externalId: 'the same' | 'another';
}

const step: fc.Arbitrary<Step> = recordOf({
  name: fc.constantFrom('short', 'long'),
  provider: fc.constantFrom('short', 'long'),
  externalId: fc.constantFrom('the same', 'another'),
});

interface Key {
  name: string;
  provider?: string;
}

export const products = property({
  id: 'LAW-32',
  text: 'Products posted repeatedly, in any order and with other fields, stay one unchanged record for each name and provider',
  source: 'Resources and their fields › Common conventions',
  statements: ['S040'],
  rules: ['PROD-13', 'PROD-14', 'PROD-15'],
  level: 'must',
  needs: ['create products', 'read products'],
  cases: { quick: 8, full: 40 },
  drawn: (profile) =>
    recordOf({
      // whether a product without provider equals one of the same name with a provider is open
      providers: fc.oneof({ weight: 3, arbitrary: fc.constant('with') }, fc.constant('without')),
      /** Separates the extra part of the long names and providers: joined by it, two different keys look the same. */
      joint: fc.oneof(
        { weight: 3, arbitrary: fc.constant('') },
        { weight: 2, arbitrary: fc.constant('-') },
        { weight: 2, arbitrary: fc.constantFrom('|', ':', ' ') },
      ),
      steps: someOf(step, 7, 2),
      ending: fc.constantFrom(
        'kept',
        ...(missingCapabilities(profile, ['delete products']).length === 0 ? ['deleted'] : []),
      ),
    }),
  async holds(context, { providers, joint, steps, ending }) {
    const { get, post, del, given, body, paths, unique } = context;
    const base = `${unique.name('product')} of a name so long that its beginning does not distinguish it`;
    const names = { short: base, long: `${base}${joint}m` };
    const provider = unique.name('provider');
    const providerOf = { short: provider, long: `m${joint}${provider}` };
    const keyOf = (sent: Step): Key =>
      providers === 'with'
        ? { name: names[sent.name], provider: providerOf[sent.provider] }
        : { name: names[sent.name] };

    const known = new Map<string, Key & { id: string; externalId: string }>();
    const others: string[] = [];
    for (const sent of steps) {
      const key = keyOf(sent);
      const product = known.get(JSON.stringify(key));
      if (product) {
        const another = unique.name('again');
        if (sent.externalId === 'another') others.push(another);
        const externalId = sent.externalId === 'another' ? another : product.externalId;
        expectAccepted(await post(paths.createProduct, { body: body.product({ ...key, externalId }) }));
        continue;
      }
      const externalId = unique.name('product');
      needOwnSlots(context, { ...key, externalId });
      if (known.size === 0) {
        // nothing can be confused with the first product, so a failure here does not violate this property
        const { id } = await given.product({ ...key, externalId });
        known.set(JSON.stringify(key), { ...key, id, externalId });
        continue;
      }
      mustBeAccepted(
        await post(paths.createProduct, { body: body.product({ ...key, externalId }) }),
        'creating a product',
      );
      const read = await get(path`/products/external/${externalId}`);
      expectAnswer(read, 200, { externalId });
      const taken = [...known.values()].map(({ id }) => id);
      expectThat(read, '/id', 'an id of its own', (id) => typeof id === 'string' && !taken.includes(id));
      known.set(JSON.stringify(key), { ...key, id: String(Object(read.body).id), externalId });
    }

    for (const { id, name, externalId } of known.values()) {
      const at = path`/products/external/${externalId}`;
      const control = await get(at);
      expectAnswer(control, 200, { id, name, externalId });
      for (const another of others.splice(0)) {
        const what = 'nothing, since the known product keeps its own externalId';
        expectNothing(await get(path`/products/external/${another}`), { what, control });
      }
      if (ending === 'kept') continue;
      mustBeAccepted(await del(path`/products/${id}`), 'deleting the product');
      expectNothing(await get(at), { what: 'nothing, since the only product of this key is deleted', control });
    }
  },
});
