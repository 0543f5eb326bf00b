import { ofCall } from './model/observation.ts';
import { creates, fieldsOf, nameOf, undisturbed } from './model/read-call.ts';
import type { Obligation } from './obligation.ts';

const carriesExternalId = (
  id: Obligation['id'],
  what: string,
  resource: 'stores' | 'abandoned-carts',
  needs: 'stores' | 'carts',
): Obligation => ({
  id,
  text: `Every ${what} is created with the partner’s own \`externalId\``,
  source: 'Resources and their fields › Common conventions',
  statements: ['S040'],
  level: 'must',
  needs,
  judge: (record) =>
    undisturbed(record)
      .filter((call) => creates(call, resource))
      .map((call) =>
        ofCall(
          call,
          nameOf(fieldsOf(call).externalId) !== undefined,
          `sent one without externalId; without it every send makes another ${what}`,
        ),
      ),
});

export const storesAndCarts: readonly Obligation[] = [
  carriesExternalId('PART-33', 'store', 'stores', 'stores'),
  carriesExternalId('PART-34', 'abandoned cart', 'abandoned-carts', 'carts'),
];
