import type { LoadResult } from '../../core/load-result.ts';
import { type Markup, markup, nothing } from '../../reports/kit/page/markup.ts';
import { table } from '../../reports/kit/page/table.ts';
import { type Share, stackedBar } from './bars.ts';
import { inPercent, inWhole, tooFew } from './figures.ts';
import { isFollowed, notFollowed } from './followed.ts';
import { addsUp, exampleMeaning, exampleName, irregularityNames, notificationClasses } from './notification-classes.ts';
import type { Section } from './section.ts';

const swatch = (look: string): Markup =>
  markup`<svg class="swatch" width="10" height="10" aria-hidden="true"><rect class="part ${look}" width="10" height="10" rx="2"/></svg>`;

const conservationTable = ({ conservation }: LoadResult): Markup => {
  const { due } = conservation;
  const rows = notificationClasses.map(({ key, name, meaning, weight }) => {
    const count = conservation[key];
    const look = count === 0 ? 'zero' : weight;
    return [
      markup`${swatch(key)} ${name}`,
      markup`<span class="count ${look}">${inWhole(count)}</span>`,
      inPercent(count, due),
      meaning,
    ];
  });
  return table(
    'What became of the due notifications',
    [
      { name: 'Class' },
      { name: 'Notifications', isNumber: true },
      { name: 'Share', isNumber: true },
      { name: 'Meaning' },
    ],
    [...rows, [markup`<b>due</b>`, markup`<b>${inWhole(due)}</b>`, inPercent(due, due), 'the sum of all classes']],
  );
};

/** A bar of all, and one of what is not as it should be, which would not show in the first. */
const bars = ({ conservation }: LoadResult): Markup => {
  const shares = notificationClasses.map(({ key, name }): Share => ({ name, count: conservation[key], look: key }));
  const all = shares.filter(({ count }) => count > 0);
  const others = all.filter(({ look }) => look !== 'deliveredOnce');
  const left = others.reduce((sum, { count }) => sum + count, 0);
  if (all.length === 0) return markup`<p class="empty">No notification was due.</p>`;
  if (left === 0) return stackedBar(`All ${inWhole(conservation.due)} were delivered exactly once`, all);
  const enlarged =
    others.length === all.length
      ? nothing
      : stackedBar(`Enlarged: the ${inWhole(left)} that were not delivered exactly once`, others);
  return markup`${stackedBar(`All ${inWhole(conservation.due)} that were due`, all)}${enlarged}`;
};

const irregularitiesTable = ({ irregularities }: LoadResult): Markup => {
  const found = irregularityNames.filter(({ key }) => irregularities[key] > 0);
  if (found.length === 0)
    return markup`<p class="empty">None: no unexpected, and every attempt when the retry curve has it.</p>`;
  return table(
    'Irregularities',
    [{ name: 'Irregularity' }, { name: 'Count', isNumber: true }, { name: 'Meaning' }],
    found.map(({ key, name, meaning, weight }) => [
      name,
      markup`<span class="count ${weight}">${inWhole(irregularities[key])}</span>`,
      meaning,
    ]),
  );
};

const examplesOf = ({ examples }: LoadResult): Markup => {
  const kinds = Object.entries(examples).filter(([, list]) => list.length > 0);
  if (kinds.length === 0) return nothing;
  return markup`<h3>Examples</h3>${kinds.map(
    ([kind, list]) =>
      markup`<details class="examples"><summary>${exampleName(kind)} <small>${list.length}</small></summary>${table(
        `Examples: ${exampleName(kind)}`,
        [
          { name: 'Order' },
          { name: 'What happened' },
          { name: 'Company' },
          { name: 'Sent' },
          { name: 'External id' },
          { name: 'Trace' },
        ],
        list.map(({ order, what, sent }) => [
          markup`<code>${order}</code>`,
          exampleMeaning(kind, what),
          sent?.company ?? tooFew,
          sent?.sentAt ?? tooFew,
          markup`<code>${sent?.externalId ?? tooFew}</code>`,
          markup`<code>${sent?.trace ?? tooFew}</code>`,
        ]),
      )}</details>`,
  )}`;
};

/** What became of every notification that was due, and what came beside. */
export const notificationsSection = (result: LoadResult): Section[] => {
  const { orders, readBack } = result;
  const wrong = addsUp(result.conservation)
    ? nothing
    : markup`<p class="alarm">The classes do not add up to what is due: the ledger itself is at fault.</p>`;
  const summary = `${inWhole(orders.accepted)} orders accepted, ${inWhole(orders.refused)} refused, ${inWhole(orders.ambiguous)} without a clear answer, of which ${inWhole(orders.ambiguousFound)} were found afterwards. ${inWhole(readBack.judged)} read back, ${inWhole(readBack.wrong)} of them not as they were sent.`;
  if (!isFollowed(result)) {
    const body = markup`<p>${summary}</p><p class="empty">${notFollowed}</p>`;
    return [{ id: 'notifications', title: 'Orders', body }];
  }
  const body = markup`<p>${summary}</p>${wrong}${bars(result)}${conservationTable(result)}<h3>Irregularities</h3>${irregularitiesTable(result)}${examplesOf(result)}`;
  return [{ id: 'notifications', title: 'Conservation of notifications', body }];
};
