import type { Defect } from '../defect.ts';

export const webhookDeliveryDefects: readonly Defect[] = [];
