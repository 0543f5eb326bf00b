import {
  answersOtherwise,
  callsTo,
  forgetsDeletion,
  readsBodyOtherwise,
  readsPathOtherwise,
  remembersDeleted,
  showsOtherwise,
  uniqueKeys,
} from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';
import {
  changesKnown,
  findsNothing,
  forgetsChanges,
  keepsWhatItDeletes,
  misnamesDeleted,
  misnamesUnknown,
  resendChanges,
} from '../records/record-defects.ts';

const createsProducts = callsTo('POST /products');
const byName = callsTo('GET /products/name/:name');

const lookupDefects = defectsOf({
  'PROD-1': {
    'shows a product without its id by id': {
      wrap: showsOtherwise(callsTo('GET /products/:id'), () => ({ id: undefined })),
      also: ['PROD-16', 'PAS-10'],
    },
  },
  'PROD-2': {
    'finds no product by externalId': {
      ...findsNothing('GET /products/external/:externalId'),
      also: ['PROD-5', 'CONV-43'],
    },
  },
  'PROD-3': {
    'finds no product by name': { ...findsNothing('GET /products/name/:name'), also: ['PROD-5', 'ISO-29'] },
    'answers a list of the products of a name': {
      wrap: answersOtherwise(byName, (answer) => (answer.status === 200 ? { ...answer, body: [answer.body] } : answer)),
      also: ['PROD-5', 'PROD-17', 'ISO-29', 'PAS-11'],
    },
  },
  'PROD-4': {
    'does not store the provider of a product': {
      wrap: readsBodyOtherwise(createsProducts, (sent) => ({ ...sent, provider: undefined })),
      also: ['PROD-15', 'PROD-19'],
    },
    'stores the name of a product in capitals': {
      wrap: readsBodyOtherwise(createsProducts, (sent) => ({ ...sent, name: String(sent.name).toUpperCase() })),
      also: ['PROD-3', 'PROD-5', 'PROD-13', 'PROD-14', 'PROD-19', 'ISO-29'],
    },
  },
  'PROD-5': { 'decodes the name in a path twice': { wrap: readsPathOtherwise(byName, '%41', 'A') } },
});

const changeDefects = defectsOf({
  'PROD-11': {
    'accepts updates of products and forgets them': { ...forgetsChanges('PUT /products/:id'), also: ['CONV-86'] },
  },
  'PROD-12': {
    'confirms the deletion of a product and keeps it': {
      ...keepsWhatItDeletes('DELETE /products/:id'),
      also: ['PAG-31'],
    },
    'has another message for a deleted product by name than for one that never was': misnamesDeleted(
      'GET /products/name/:name',
      { message: 'Product was deleted' },
    ),
    'accepts the update of a deleted product': {
      wrap: forgetsDeletion(callsTo('DELETE /products/:id'), callsTo('PUT /products/:id'), {}),
    },
    'still finds a deleted product by name': { wrap: remembersDeleted('GET /products/name/:name') },
  },
});

const anotherKey = uniqueKeys();

const identityDefects: readonly Defect[] = [
  ...defectsOf({
    'PROD-13': {
      'lets a product that is sent again change the known one': {
        policy: { identity: { resend: { product: 'updated' } } },
        also: ['PROD-14', 'PROD-17', 'PROD-18'],
      },
      'makes a new product of every name without provider': {
        also: ['PROD-17'],
        policy: { identity: { product: ({ name, provider }) => JSON.stringify([name, provider ?? anotherKey()]) } },
      },
      'empties the fields of a known product that a resend does not name': {
        ...changesKnown('products', 'name', resendChanges.clears),
        also: ['PROD-14', 'PROD-18'],
      },
      'takes the price of a known product from a resend': {
        ...changesKnown('products', 'name', ({ price }, known) => ({ price: price ?? known.price })),
        also: ['PROD-14', 'PROD-18'],
      },
    },
    'PROD-17': {
      'gives a known product without externalId the one of a resend': {
        ...changesKnown('products', 'name', resendChanges.fills),
        also: ['PROD-18'],
      },
    },
    'PROD-18': {
      'moves the updatedAt of a product that is sent again': changesKnown('products', 'name', resendChanges.touches),
    },
    'PROD-14': {
      'makes a new product of every name with a provider': {
        policy: {
          identity: {
            product: ({ name, provider }) =>
              JSON.stringify([name, provider === null ? null : `${provider} ${anotherKey()}`]),
          },
        },
      },
    },
    'PROD-15': {
      'knows products only by their name': { policy: { identity: { product: ({ name }) => name } }, also: ['PROD-19'] },
      'knows products only by their provider': {
        policy: { identity: { product: ({ name, provider }) => provider ?? name } },
        also: ['PROD-19'],
      },
    },
  }),
  ...[
    ['name', 'case', (text: string) => text.toLowerCase()] as const,
    ['name', 'blanks', (text: string) => text.replaceAll(/\s+/g, ' ')] as const,
    ['provider', 'case', (text: string) => text.toLowerCase()] as const,
    ['provider', 'blanks', (text: string) => text.replaceAll(/\s+/g, ' ')] as const,
  ].map(
    ([field, what, fold]): Defect => ({
      rule: 'PROD-19',
      text: `takes two products for one if their ${field} differs only in its ${what}`,
      policy: {
        identity: {
          product: (sent) =>
            JSON.stringify({ name: sent.name, provider: sent.provider, [field]: fold(sent[field] ?? '') }),
        },
      },
    }),
  ),
];

export const productsDefects: readonly Defect[] = [
  ...lookupDefects,
  ...misnamesUnknown('PROD-6', 'GET /products/:id', { status: 422, message: 'Produto não encontrado' }),
  ...misnamesUnknown('PROD-7', 'GET /products/external/:externalId', { status: 422, message: 'product not found' }),
  ...misnamesUnknown('PROD-8', 'GET /products/name/:name', { status: 422, message: 'Not Found' }),
  ...misnamesUnknown('PROD-9', 'PUT /products/:id', { status: 422, message: 'Produto não encontrado' }),
  ...misnamesUnknown('PROD-10', 'DELETE /products/:id', { status: 422, message: 'Customer not found' }),
  ...changeDefects,
  ...identityDefects,
];
