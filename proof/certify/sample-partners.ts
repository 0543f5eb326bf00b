import { type FaultName, faults } from '../../examples/shop/faults.ts';
import { variants } from '../../examples/shop/variants.ts';
import type { ExpectedBreach } from './expected-breach.ts';
import { expectedBreaches } from './expected-breaches.ts';

/** A sample partner with one thing done otherwise: wrongly, or in another way that is right. */
export interface SamplePartner {
  of: 'shop' | 'till';
  name: string;
  /** What it does, as a phrase about the shop or the till. */
  text: string;
  env: Record<string, string>;
  /** The obligation that it breaks; undefined: none. */
  breaks: string | undefined;
  /** Others that it may break too. */
  also: readonly string[] | 'any';
  plays: ExpectedBreach['plays'];
  /** It makes the session end early. */
  ends?: true;
  /** It goes against what the document states plainly, so that no certificate may be given. */
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

/** Every faulty form of the example shop, then every variant. */
export const shopSamples: readonly SamplePartner[] = [...faulty, ...legal];

/**
 * Sample partners whose difference is one of connections: what frames a message, names its headers or ends it. They are certified
 * over real ones too, as processes that the session starts, though a simulation gives the same verdicts.
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
