import type { Fault } from './fault.ts';
import type { Toxic } from './toxiproxy/start-toxiproxy.ts';

type Way = Fault['on'];

/** A fault on the ways that it has: to the platform and to the receiver, if it names none. */
interface ToxicFault extends Omit<Fault, 'on'> {
  ways?: readonly Way[];
}

const onEachWay = ({ name, ways = ['target', 'webhooks'], ...fault }: ToxicFault): Fault[] =>
  ways.map((on) => ({ ...fault, on, name: on === 'target' ? name : `${name}, webhooks` }));

const through =
  (...toxics: readonly Toxic[]): Fault['start'] =>
  (url, toxiproxy) =>
    toxiproxy.line(url, toxics);

const toxicOn =
  (stream: Toxic['stream']) =>
  (type: Toxic['type'], attributes: Toxic['attributes'], toxicity = 1): Toxic => ({
    type,
    stream,
    toxicity,
    attributes,
  });
const upstream = toxicOn('upstream');
const downstream = toxicOn('downstream');

const aQuarter = 0.25;
/** Ends connections, because a toxic is drawn for a connection: a kept one would never be one of the four. */
const shortConnections = downstream('limit_data', { bytes: 20_000 });
/** Short, because the answer never comes. */
const shortTimeout = { timeoutSeconds: 0.75 };

const upMs = 250;
const downMs = 150;

/** Cuts the line and restores it, again and again. */
const flap: Fault['start'] = async (url, toxiproxy) => {
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
};

const described: readonly ToxicFault[] = [
  {
    name: 'latency and jitter',
    text: 'every answer comes 30 to 110 ms later',
    judgeable: 'most',
    start: through(downstream('latency', { latency: 70, jitter: 40 })),
  },
  {
    name: 'bandwidth',
    text: 'a connection carries 40 KB a second',
    judgeable: 'most',
    start: through(downstream('bandwidth', { rate: 40 }), upstream('bandwidth', { rate: 40 })),
  },
  {
    name: 'slices',
    text: 'data arrives in slices of a few bytes',
    judgeable: 'most',
    start: through(
      ...[downstream, upstream].map((on) => on('slicer', { average_size: 40, size_variation: 20, delay: 50 })),
    ),
  },
  {
    name: 'reset before arrival',
    text: 'one connection in four is reset before a request arrives',
    judgeable: 'some',
    start: through(upstream('reset_peer', { timeout: 0 }, aQuarter), shortConnections),
  },
  {
    name: 'reset of the answer',
    text: 'one connection in four is reset when the answer is on its way',
    judgeable: 'some',
    start: through(downstream('reset_peer', { timeout: 0 }, aQuarter), shortConnections),
  },
  {
    name: 'cut bodies',
    text: 'every connection ends after 3,000 bytes, wherever that is',
    judgeable: 'some',
    ways: ['target'],
    start: through(downstream('limit_data', { bytes: 3_000 })),
  },
  {
    name: 'half-open before arrival',
    text: 'on one connection in four requests vanish, and it stays open',
    judgeable: 'some',
    ...shortTimeout,
    start: through(upstream('timeout', { timeout: 0 }, aQuarter), shortConnections),
  },
  {
    name: 'half-open after arrival',
    text: 'on one connection in four answers vanish, and it stays open',
    judgeable: 'some',
    ...shortTimeout,
    start: through(downstream('timeout', { timeout: 0 }, aQuarter), shortConnections),
  },
  {
    name: 'half-open always',
    text: 'requests arrive and no answer comes back',
    judgeable: 'none',
    timeoutSeconds: 0.25,
    start: through(downstream('timeout', { timeout: 0 })),
  },
  {
    name: 'down at times',
    text: `after every ${upMs} ms nobody listens for ${downMs} ms`,
    judgeable: 'some',
    start: flap,
  },
  {
    name: 'down',
    text: 'nobody listens',
    judgeable: 'none',
    async start(url, toxiproxy) {
      const line = await toxiproxy.line(url, []);
      await line.set(false);
      return line;
    },
  },
];

export const toxicFaults: readonly Fault[] = described.flatMap(onEachWay);
