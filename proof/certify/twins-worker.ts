import { serveInputs } from '../worker-pool.ts';
import { type TwinResult, tryTwin } from './try-twin.ts';
import type { Twin } from './twins.ts';

serveInputs<Twin, Omit<TwinResult, 'atSecondTry'>>(tryTwin);
