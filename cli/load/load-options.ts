import type { DrillKind, ShapeName } from '../../core/load-kinds.ts';

/** The options of `selo load`; cli/load.ts says what each means. */
export interface LoadCommandOptions {
  profile?: string;
  baseUrl?: string;
  shape: ShapeName;
  rate?: number;
  duration?: number;
  seed?: number;
  jitter?: boolean;
  script?: string;
  drill?: DrillKind;
  drillAfter: number;
  drillSeconds: number;
  failingReceivers?: string[];
  gate?: string[] | true;
  runs?: number;
  against?: string;
  rounds: number;
  maxRegression: number;
  k6Out?: string[];
  release?: string;
  manifest?: string;
  image: string;
  externalGenerators?: string;
  generators?: number;
  run?: string;
  out: string;
  json?: boolean;
  quiet?: boolean;
}
