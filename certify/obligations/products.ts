import { changedByPost } from './changed-by-post.ts';
import { ofCall } from './model/observation.ts';
import { creates, fieldsOf, nameOf, undisturbed } from './model/read-call.ts';
import type { Obligation } from './obligation.ts';

export const products: readonly Obligation[] = [
  {
    id: 'PART-32',
    text: 'A `POST` of a known product has no new values, because it changes nothing',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040'],
    level: 'should',
    inferred: 'a POST of a known product is accepted, and the document shows no route that changes one',
    needs: 'products',
    judge: changedByPost(
      'products',
      ({ name, provider }) => nameOf(name) && `${nameOf(name)} of ${nameOf(provider)}`,
      'a product',
    ),
  },
  {
    id: 'PART-157',
    text: 'Every product is created with a name',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040', 'S069'],
    level: 'should',
    inferred: 'a name identifies a product, but the document does not say that it is required',
    needs: 'products',
    judge: (record) =>
      undisturbed(record)
        .filter((call) => creates(call, 'products'))
        .map((call) =>
          ofCall(
            call,
            nameOf(fieldsOf(call).name) !== undefined,
            'sent a product without a name, by which products are distinguished',
          ),
        ),
  },
];
