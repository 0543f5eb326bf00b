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

/** A fault shows in few scenarios, and a session over real connections takes its time. */
const playsOnConnections: Readonly<Record<string, SamplePartner['plays']>> = {
  'closes every connection': 'burst',
  'header names in capitals': 'burst',
  'chunked bodies': 'burst',
  'codes unescaped in paths': ['code-escaped', 'redeem-later-own'],
  'form instead of JSON': ['order'],
  'hangs up on notifications': ['notified', 'redeem-later-own'],
  'answers with a redirect': ['notified', 'redeem-later-own'],
  'never answers': ['notified', 'redeem-later-own'],
  'forgets its work on a restart': ['restarted-at-work'],
};

/**
 * Sample partners whose difference lies in the connection: in framing, headers or the end of a message. They also run
 * over real connections, as processes of the session, although a simulation gives the same verdicts.
 */
export const samplesOnConnections: readonly SamplePartner[] = shopSamples.flatMap((sample) => {
  const plays = playsOnConnections[sample.name];
  return plays === undefined ? [] : [{ ...sample, plays }];
});
