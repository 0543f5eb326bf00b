import { changedByPost } from './changed-by-post.ts';
import type { Obligation } from './obligation.ts';
import { ofCall } from './observation.ts';
import { creates, fieldsBelow, fieldsOf, nameOf, undisturbed } from './read-call.ts';

const source = 'Resources and their fields › Common conventions';

export const customers: readonly Obligation[] = [
  {
    id: 'PART-30',
    text: 'Every customer is created with a phone',
    source,
    statements: ['S040', 'S068'],
    // it is a customer's identity; that it is required is inferred
    level: 'should',
    needs: 'customers',
    judge: (record) =>
      undisturbed(record)
        .filter((call) => creates(call, 'customers'))
        .map((call) =>
          ofCall(
            call,
            fieldsBelow(fieldsOf(call)).some(({ name, value }) => /phone/i.test(name) && nameOf(value) !== undefined),
            'sent a customer without a phone, by which customers are told apart',
          ),
        ),
  },
  {
    id: 'PART-31',
    text: 'A customer that is known already is changed by PUT, not by another POST',
    source,
    statements: ['S040', 'S119'],
    level: 'should',
    needs: 'customers',
    judge: changedByPost('customers', ({ phone }) => nameOf(phone), 'a customer'),
  },
];
