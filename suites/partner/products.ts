import { changedByPost } from './changed-by-post.ts';
import type { Obligation } from './obligation.ts';
import { nameOf } from './read-call.ts';

export const products: readonly Obligation[] = [
  {
    id: 'PART-32',
    text: 'A product that is known already is changed by PUT, not by another POST',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040'],
    level: 'should',
    inferred: 'a POST of a known product is answered; no route that changes one is shown',
    needs: 'products',
    judge: changedByPost(
      'products',
      ({ name, provider }) => nameOf(name) && `${nameOf(name)} of ${nameOf(provider)}`,
      'a product',
    ),
  },
];
