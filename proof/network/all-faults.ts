import { edgeFaults } from './edges.ts';
import type { Fault } from './fault.ts';
import { toxicFaults } from './toxics.ts';
import { unreachedFaults } from './unreached.ts';

/** Everything that a network is made to do to a run. */
export const allFaults: readonly Fault[] = [...toxicFaults, ...edgeFaults, ...unreachedFaults];
