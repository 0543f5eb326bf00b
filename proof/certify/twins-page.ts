import { pageDocument } from '../../reports/page/document.ts';
import { markup } from '../../reports/page/markup.ts';
import { facts, table } from '../../reports/page/table.ts';
import { obligations } from '../../suites/partner/obligations.ts';
import { isAsExpected, type TwinResult } from './try-twin.ts';

/** Obligations by faults, then every twin with what it was found by, as one page. */
export const twinsPage = (results: readonly TwinResult[]): string => {
  const faulty = results.filter(({ twin }) => twin.breaks !== undefined);
  const byObligation = obligations.map(({ id, text, level }) => {
    const catches = faulty.filter(({ found }) => found.includes(id));
    const own = catches.filter(({ twin }) => twin.breaks === id);
    const others = catches.filter(({ twin }) => twin.breaks !== id);
    return [
      markup`<code>${id}</code>`,
      text,
      level,
      own.map(({ twin }) => twin.name).join(', '),
      others.map(({ twin }) => twin.name).join(', '),
    ];
  });
  const byTwin = results.map((result) => [
    result.twin.name,
    result.twin.text,
    result.twin.breaks ?? 'none',
    result.found.join(', '),
    isAsExpected(result) ? 'as expected' : 'not as expected',
    result.seen.join(' · '),
  ]);
  const title = 'Obligations by faults of the example shop';
  return pageDocument(
    title,
    markup`<header><h1>${title}</h1></header>
<main>
${facts([
  ['Faults', faulty.length],
  ['Caught by one obligation alone', faulty.filter(({ found }) => found.length === 1).length],
  ['Legal twins', results.length - faulty.length],
])}
<section aria-labelledby="obligations"><h2 id="obligations">Obligations</h2>${table(
      'Obligations',
      [
        { name: 'Obligation' },
        { name: 'What the software does' },
        { name: 'Level' },
        { name: 'Catches' },
        { name: 'Broken too by' },
      ],
      byObligation,
    )}</section>
<section aria-labelledby="twins"><h2 id="twins">Twins</h2>${table(
      'Twins',
      [
        { name: 'Twin' },
        { name: 'What the shop does' },
        { name: 'Breaks' },
        { name: 'Found' },
        { name: 'Outcome' },
        { name: 'Seen' },
      ],
      byTwin,
    )}</section>
</main>`,
  );
};
