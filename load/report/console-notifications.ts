import type { LoadResult } from '../../core/load-result.ts';
import type { Paint } from '../../reports/kit/paint.ts';
import { inPercent, inWhole } from './figures.ts';
import { addsUp, irregularityNames, notificationClasses } from './notification-classes.ts';
import { heading, row, weighed } from './terminal-layout.ts';

/** Narrow, since a meaning follows the figures. */
const nameWidth = 24;

export const conservationReport = ({ conservation }: LoadResult, paint: Paint): string[] => [
  '',
  paint('bold', row('Notifications due', [inWhole(conservation.due)], nameWidth)),
  ...notificationClasses.map(({ key, name, meaning, weight }) => {
    const count = conservation[key];
    const line = `${row(`  ${name}`, [inWhole(count), inPercent(count, conservation.due)], nameWidth)}  ${meaning}`;
    return weighed(count, weight, line, paint);
  }),
  ...(addsUp(conservation) ? [] : [paint('red', '  the classes do not add up to what is due: the ledger is at fault')]),
];

export const readBackReport = ({ readBack }: LoadResult, paint: Paint): string[] => [
  ...(readBack.wrong > 0
    ? [
        paint(
          'red',
          `  ${inWhole(readBack.wrong)} of ${inWhole(readBack.judged)} orders read back are not as they were sent`,
        ),
      ]
    : []),
];

export const irregularitiesReport = ({ irregularities }: LoadResult, paint: Paint): string[] => {
  const found = irregularityNames.filter(({ key }) => irregularities[key] > 0);
  if (found.length === 0) return [];
  return [
    ...heading('Irregularities', paint),
    ...found.map(({ key, name, meaning, weight }) =>
      weighed(
        irregularities[key],
        weight,
        `${row(`  ${name}`, [inWhole(irregularities[key])], nameWidth)}  ${meaning}`,
        paint,
      ),
    ),
  ];
};
