import type { Front } from '../variants/variant.ts';
import type { Toxiproxy } from './toxiproxy/start-toxiproxy.ts';

/** Something between a run and the platform, or between the platform and the run's receiver, that does harm on the way. */
export interface Fault {
  name: string;
  /** Ends the sentence "a way on which …". */
  text: string;
  /** `target`: from the run to the platform. `webhooks`: from the platform to the receiver. */
  on: 'target' | 'webhooks';
  /** `most`: delayed or asked again, the rules are judged all the same. */
  lets: 'most' | 'some' | 'nothing';
  /** How long the run waits for an answer, where most answers come in far less; 10 when absent. */
  timeoutSeconds?: number;
  /** Stands before the server at this URL. */
  stand(url: string, toxiproxy: Toxiproxy): Promise<Front>;
}
