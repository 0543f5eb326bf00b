import { serveInputs } from '../worker-pool.ts';
import { type SampleResult, type SampleTrial, trySample } from './try-sample.ts';

serveInputs<SampleTrial, SampleResult>(trySample);
