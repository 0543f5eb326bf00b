import { serveInputs } from '../worker-pool.ts';
import { type TwinResult, type TwinTrial, tryTwin } from './try-twin.ts';

serveInputs<TwinTrial, TwinResult>(tryTwin);
