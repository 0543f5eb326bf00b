import { isDeepStrictEqual } from 'node:util';
import type { RunSheet } from '../run/figures/run-sheet.ts';
import { LoadError } from '../run/load-error.ts';

/** What must be alike, in words; the digest last, since it only shows that something is not. */
const compared: readonly [what: string, of: (sheet: RunSheet) => unknown][] = [
  ['target', ({ target }) => target.baseUrl],
  ['script', ({ run }) => run.script],
  ['shape', ({ run }) => run.shape],
  ['rate', ({ plan }) => plan.rate],
  ['seconds', ({ plan }) => plan.seconds],
  ['arrivals', ({ plan }) => plan.arrivals],
  ['weights', ({ plan }) => plan.weights],
  ['share of sampled answers', ({ plan }) => plan.sampleEvery],
  ['share of refused deliveries', ({ plan }) => plan.refuseEvery],
  ['times', ({ timing }) => timing],
  ['version of Selo', ({ run }) => run.selo],
  ['version of k6', ({ run }) => run.k6],
  ['flows, templates or objectives', ({ run }) => run.configuration],
];

/** Throws `LoadError`, with the first difference, when the runs are not of one configuration. */
export const requireAlike = (first: RunSheet, others: readonly RunSheet[]): void => {
  for (const sheet of others) {
    const difference = compared.find(([, of]) => !isDeepStrictEqual(of(sheet), of(first)));
    if (difference === undefined) continue;
    const [what, of] = difference;
    throw new LoadError(
      `The runs ${first.run.id} and ${sheet.run.id} are not of the same configuration: ${what} ${JSON.stringify(of(first))} and ${JSON.stringify(of(sheet))}. Merge runs of one plan.`,
    );
  }
};
