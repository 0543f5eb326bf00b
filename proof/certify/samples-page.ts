import { obligations } from '../../certify/obligations/obligations.ts';
import { pageDocument } from '../../reports/kit/page/document.ts';
import { facts, markup, table } from '../../reports/kit/page/markup.ts';
import { isAsExpected, type SampleResult } from './try-sample.ts';

/** Renders the obligations with their faults, then the sample partners with their findings. */
export const samplesPage = (results: readonly SampleResult[]): string => {
  const faulty = results.filter(({ sample }) => sample.breaks !== undefined);
  const byObligation = obligations.map(({ id, text, level }) => {
    const catches = faulty.filter(({ found }) => found.includes(id));
    const own = catches.filter(({ sample }) => sample.breaks === id);
    const others = catches.filter(({ sample }) => sample.breaks !== id);
    return [
      markup`<code>${id}</code>`,
      text,
      level,
      own.map(({ sample }) => sample.name).join(', '),
      others.map(({ sample }) => sample.name).join(', '),
    ];
  });
  const bySample = results.map((result) => [
    `${result.sample.of}: ${result.sample.name}`,
    result.sample.text,
    result.sample.breaks ?? 'none',
    result.found.join(', '),
    isAsExpected(result) ? 'as expected' : 'not as expected',
    result.seen.join(' · '),
  ]);
  const title = 'Obligations by faults of the sample partners';
  return pageDocument(
    title,
    markup`<header><h1>${title}</h1></header>
<main>
${facts([
  ['Faults', faulty.length],
  ['Caught by only one obligation', faulty.filter(({ found }) => found.length === 1).length],
  ['Variants', results.length - faulty.length],
])}
<section aria-labelledby="obligations"><h2 id="obligations">Obligations</h2>${table(
      'Obligations',
      [
        { name: 'Obligation' },
        { name: 'What the software does' },
        { name: 'Level' },
        { name: 'Catches' },
        { name: 'Also broken by' },
      ],
      byObligation,
    )}</section>
<section aria-labelledby="samples"><h2 id="samples">Sample partners</h2>${table(
      'Sample partners',
      [
        { name: 'Sample partner' },
        { name: 'What it does' },
        { name: 'Breaks' },
        { name: 'Found' },
        { name: 'Outcome' },
        { name: 'Seen' },
      ],
      bySample,
    )}</section>
</main>`,
  );
};
