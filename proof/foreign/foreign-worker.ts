import { serveInputs } from '../worker-pool.ts';
import { judgeForeign } from './judge-foreign.ts';

serveInputs(judgeForeign);
