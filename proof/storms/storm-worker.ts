import { serveInputs } from '../worker-pool.ts';
import { judgeStorm } from './judge-storm.ts';

serveInputs(judgeStorm);
