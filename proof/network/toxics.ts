import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Fault } from './fault.ts';
import type { Toxic } from './toxiproxy/start-toxiproxy.ts';

type Ways = readonly Fault['on'][];
const both: Ways = ['target', 'webhooks'];

/** The same toxics on the way to the platform and to the receiver. */
const onWays = (
  ways: Ways,
  name: string,
  { text, lets, timeoutSeconds }: Pick<Fault, 'text' | 'lets' | 'timeoutSeconds'>,
  ...toxics: readonly Toxic[]
): Fault[] =>
  ways.map((on) => ({
    name: on === 'target' ? name : `${name}, webhooks`,
    text,
    on,
    lets,
    ...omitUndefined({ timeoutSeconds }),
    stand: (url, toxiproxy) => toxiproxy.line(url, toxics),
  }));

const downstream = 'downstream';
const upstream = 'upstream';
/** Short, because the answer never comes. */
const shortTimeout = { timeoutSeconds: 0.75 };

const slowed: readonly Fault[] = [
  ...onWays(
    both,
    'latency and jitter',
    { text: 'every answer comes 30 to 110 ms later', lets: 'most' },
    { type: 'latency', stream: downstream, attributes: { latency: 70, jitter: 40 } },
  ),
  ...onWays(
    both,
    'bandwidth',
    { text: 'a connection carries 40 KB a second', lets: 'most' },
    { type: 'bandwidth', stream: downstream, attributes: { rate: 40 } },
    { type: 'bandwidth', stream: upstream, attributes: { rate: 40 } },
  ),
  ...onWays(
    both,
    'slices',
    { text: 'data arrives in slices of a few bytes', lets: 'most' },
    { type: 'slicer', stream: downstream, attributes: { average_size: 40, size_variation: 20, delay: 50 } },
    { type: 'slicer', stream: upstream, attributes: { average_size: 40, size_variation: 20, delay: 50 } },
  ),
];

const cut: readonly Fault[] = [
  ...onWays(
    both,
    'reset before arrival',
    { text: 'one connection in four is reset before a request arrives', lets: 'some' },
    { type: 'reset_peer', stream: upstream, toxicity: 0.25, attributes: { timeout: 0 } },
    // a kept connection would never be one of the four
    { type: 'limit_data', stream: downstream, attributes: { bytes: 20_000 } },
  ),
  ...onWays(
    both,
    'reset of the answer',
    { text: 'one connection in four is reset when the answer is on its way', lets: 'some' },
    { type: 'reset_peer', stream: downstream, toxicity: 0.25, attributes: { timeout: 0 } },
    { type: 'limit_data', stream: downstream, attributes: { bytes: 20_000 } },
  ),
  ...onWays(
    ['target'],
    'cut bodies',
    { text: 'every connection ends after 3,000 bytes, wherever that is', lets: 'some' },
    { type: 'limit_data', stream: downstream, attributes: { bytes: 3_000 } },
  ),
];

const silent: readonly Fault[] = [
  ...onWays(
    both,
    'half-open before arrival',
    { text: 'on one connection in four requests vanish, and it stays open', lets: 'some', ...shortTimeout },
    { type: 'timeout', stream: upstream, toxicity: 0.25, attributes: { timeout: 0 } },
    { type: 'limit_data', stream: downstream, attributes: { bytes: 20_000 } },
  ),
  ...onWays(
    both,
    'half-open after arrival',
    { text: 'on one connection in four answers vanish, and it stays open', lets: 'some', ...shortTimeout },
    { type: 'timeout', stream: downstream, toxicity: 0.25, attributes: { timeout: 0 } },
    { type: 'limit_data', stream: downstream, attributes: { bytes: 20_000 } },
  ),
  ...onWays(
    both,
    'half-open always',
    { text: 'requests arrive and no answer comes back', lets: 'nothing', timeoutSeconds: 0.25 },
    { type: 'timeout', stream: downstream, attributes: { timeout: 0 } },
  ),
];

const upMs = 250;
const downMs = 150;

const flapping: readonly Fault[] = both.map((on) => ({
  name: on === 'target' ? 'down at times' : 'down at times, webhooks',
  text: `after every ${upMs} ms nobody listens for ${downMs} ms`,
  on,
  lets: 'some',
  async stand(url, toxiproxy) {
    const line = await toxiproxy.line(url, []);
    let isUp = true;
    let changed: Promise<void> = Promise.resolve();
    let timer: NodeJS.Timeout;
    const turnLater = (): void => {
      timer = setTimeout(
        () => {
          isUp = !isUp;
          changed = line.set(isUp);
          turnLater();
        },
        isUp ? upMs : downMs,
      );
    };
    turnLater();
    return {
      url: line.url,
      async [Symbol.asyncDispose]() {
        clearTimeout(timer);
        await changed;
        await line[Symbol.asyncDispose]();
      },
    };
  },
}));

const down: readonly Fault[] = both.map((on) => ({
  name: on === 'target' ? 'down' : 'down, webhooks',
  text: 'nobody listens',
  on,
  lets: 'nothing',
  async stand(url, toxiproxy) {
    const line = await toxiproxy.line(url, []);
    await line.set(false);
    return line;
  },
}));

export const toxicFaults: readonly Fault[] = [...slowed, ...cut, ...silent, ...flapping, ...down];
