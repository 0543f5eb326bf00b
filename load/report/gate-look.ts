import type { Gate, GateReason } from '../../core/load-result.ts';
import type { Paint } from '../../reports/kit/paint.ts';

type Color = Parameters<Paint>[0];

export const verdictLook: Record<Gate['verdict'], { sign: string; color: Color }> = {
  pass: { sign: '✓', color: 'green' },
  fail: { sign: '✗', color: 'red' },
  inconclusive: { sign: '?', color: 'yellow' },
  invalid: { sign: '‼', color: 'magenta' },
};

/** The questions of the gate, in the order in which they are asked. */
export const gateSteps: readonly { step: GateReason['step']; question: string }[] = [
  { step: 'validity', question: 'does the run say anything about the target?' },
  { step: 'saturation', question: 'did the target keep up with the rate?' },
  { step: 'correctness', question: 'was everything done, and done once?' },
  { step: 'objectives', question: 'was it fast enough?' },
  { step: 'comparison', question: 'is it as good as the baseline?' },
];
