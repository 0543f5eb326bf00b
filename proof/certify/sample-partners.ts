import { type FaultName, faults } from '../../examples/shop/faults.ts';
import { variants } from '../../examples/shop/variants.ts';
import type { ExpectedBreach } from './expected-breach.ts';
import { expectedBreaches } from './expected-breaches.ts';

/** A sample partner with one difference, faulty or legal. */
export interface SamplePartner {
  of: 'shop' | 'till';
  name: string;
  /** Describes the difference as a phrase about the shop or the till. */
  text: string;
  env: Record<string, string>;
  /** The obligation that it breaks; undefined for a legal difference. */
  breaks: string | undefined;
  /** Other obligations that it may break. */
  also: readonly string[] | 'any';
  plays: ExpectedBreach['plays'];
  /** Real seconds per documented second; absent for the usual acceleration. */
  timeScale?: number;
  /** The fault ends the session early. */
  ends?: true;
  /** The fault violates a plain statement of the document, so that no certificate may be granted. */
  breaksMust?: true;
}

const isFaultName = (name: string): name is FaultName => Object.hasOwn(expectedBreaches, name);

const faulty: SamplePartner[] = Object.entries(faults).flatMap(([name, text]) => {
  if (!isFaultName(name)) throw new Error(`${name} is injected, and nothing is expected of it`);
  const { breaks, also = [], plays } = expectedBreaches[name];
  return [{ of: 'shop', name, text, env: { SHOP_FAULT: name }, breaks, also, plays }];
});

const legal = Object.entries(variants).map(
  ([name, text]): SamplePartner => ({
    of: 'shop',
    name,
    text,
    env: { SHOP_VARIANT: name },
    breaks: undefined,
    also: [],
    plays: 'burst',
  }),
);

/** The faulty forms of the example shop, then its variants. */
export const shopSamples: readonly SamplePartner[] = [...faulty, ...legal];

/**
 * Sample partners whose difference lies in the connection: in framing, headers or the end of a message. They also run
 * over real connections, as processes of the session, although a simulation gives the same verdicts.
 */
export const onConnections: ReadonlySet<string> = new Set([
  'closes every connection',
  'header names in capitals',
  'chunked bodies',
  'codes unescaped in paths',
  'form instead of JSON',
  'hangs up on notifications',
  'answers with a redirect',
  'never answers',
  'forgets its work on a restart',
]);
