import type { Front } from '../variants/variant.ts';
import type { Toxiproxy } from './toxiproxy/start-toxiproxy.ts';

/** A fault between a run and the platform, or between the platform and the run's receiver. */
export interface Fault {
  name: string;
  /** What happens on the way, as a clause. */
  text: string;
  /** `target`: from the run to the platform. `webhooks`: from the platform to the receiver. */
  on: 'target' | 'webhooks';
  /** How many rules can be judged. `most`: requests are only delayed or repeated. */
  judgeable: 'most' | 'some' | 'none';
  /** The timeout of the run; 10 by default. */
  timeoutSeconds?: number;
  /** Starts the fault in front of the server at this URL. */
  start(url: string, toxiproxy: Toxiproxy): Promise<Front>;
}
