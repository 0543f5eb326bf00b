import type { Defect } from '../defect.ts';
import { dispatchDefects } from './dispatch-defects.ts';
import { payloadsDefects } from './payload-defects.ts';
import { retriesDefects } from './retries-defects.ts';

export const webhookDeliveryDefects: readonly Defect[] = [...payloadsDefects, ...retriesDefects, ...dispatchDefects];
