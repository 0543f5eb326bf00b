import type { ReceiverBehavior } from '../../core/load-kinds.ts';
import type { ReceiverCounts, ReceivingCompany } from './receiver.ts';

export interface ProcessSettings {
  journal: string;
  host: string;
  companies: readonly ReceivingCompany[];
  refuseEvery: number;
  refuseTimes: number;
  sampleEvery: number;
}

/** What the primary asks a process to do. */
export type Request =
  | { kind: 'begin'; settings: ProcessSettings }
  | { kind: 'listen'; port: number }
  | { kind: 'behave'; behavior: ReceiverBehavior }
  | { kind: 'close' }
  | { kind: 'report' }
  | { kind: 'end' };

export interface Asked {
  number: number;
  request: Request;
}

/** Sent when a request is done and the journal is flushed. */
export interface ProcessReport extends ReceiverCounts {
  loopDelayP99Ms: number;
  cpuSeconds: number;
}

export type ProcessMessage =
  | { kind: 'done'; number: number; report: ProcessReport }
  | { kind: 'failed'; number: number; message: string; code: string | undefined }
  /** Sent when the process is ready, then every second. */
  | { kind: 'memory'; bytes: number };
