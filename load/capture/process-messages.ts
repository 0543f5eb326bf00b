import type { ReceiverBehavior } from '../../core/load-kinds.ts';
import type { ReceiverCounts, ReceivingCompany } from './receiver.ts';

/** What a process receives once, before anything else. */
export interface ProcessSettings {
  journal: string;
  host: string;
  companies: readonly ReceivingCompany[];
  refuseEvery: number;
  refuseTimes: number;
  sampleEvery: number;
}

/** What a process is asked to do. */
export type Request =
  | { kind: 'begin'; settings: ProcessSettings }
  | { kind: 'listen'; port: number }
  | { kind: 'behave'; behavior: ReceiverBehavior }
  /** Nobody listens afterwards. */
  | { kind: 'go' }
  | { kind: 'report' }
  | { kind: 'end' };

export interface Asked {
  number: number;
  request: Request;
}

/** What a process sends when it has done what it was asked; its journal is flushed. */
export interface ProcessReport extends ReceiverCounts {
  loopDelayP99Ms: number;
  /** Used since it was started. */
  cpuSeconds: number;
}

export type ProcessMessage =
  | { kind: 'done'; number: number; report: ProcessReport }
  | { kind: 'failed'; number: number; message: string; code: string | undefined }
  /** Sent as soon as it listens, and every second from then on. */
  | { kind: 'memory'; bytes: number };
