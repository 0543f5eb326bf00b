import type { Defect } from '../../suites/defect.ts';

const strayCharacter = /[^\x20-\x7e]/;
const statuses = ['completed', 'on-hold', 'canceled', 'processing'] as const;

export const valuesDefects: readonly Defect[] = [
  {
    rule: 'LAW-21',
    text: 'takes a status in which there is a character outside of ASCII for on-hold',
    options: {
      policy: {
        orders: {
          readStatus: (text) =>
            statuses.find((status) => status === text) ?? (strayCharacter.test(text) ? 'on-hold' : undefined),
        },
      },
    },
  },
];
