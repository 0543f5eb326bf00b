import type { Verdict } from '../core/verdict.ts';
import { judgeSelected } from '../properties/rule-judges.ts';
import { type SimulationOptions, simulate } from './simulated-run.ts';

/** Tests the selected rules and properties in a simulated world. */
export const judgeSimulated = (
  options: SimulationOptions,
  isSelected: (rule: { id: string; depth?: 'full' }) => boolean = () => true,
): Promise<Verdict[]> => simulate(options, (session) => judgeSelected(session, isSelected));
