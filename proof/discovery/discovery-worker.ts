import { serveInputs } from '../worker-pool.ts';
import { tryDiscovery } from './try-discovery.ts';

serveInputs(tryDiscovery);
