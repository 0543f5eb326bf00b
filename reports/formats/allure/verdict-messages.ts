import { createHash } from 'node:crypto';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import type { Result } from '../../../core/result.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { descriptionOf } from './verdict-description.ts';
import { labelsOf, parametersOf } from './verdict-labels.ts';
import { stepsOf } from './verdict-steps.ts';

const hashOf = (text: string): string => createHash('md5').update(text).digest('hex');

/**
 * All that Allure receives of a verdict, whichever way it is reported: as the messages that its library applies to a test. The
 * test case is the rule; its history is that of the rule at the target of this name, whatever the texts become.
 */
export const messagesOf = (result: Result, verdict: Verdict): RuntimeMessage[] => {
  const testCaseId = hashOf(`selo ${verdict.rule}`);
  return [
    {
      type: 'metadata',
      data: {
        testCaseId,
        historyId: hashOf(`${testCaseId} ${result.target.name}`),
        labels: labelsOf(result, verdict),
        parameters: parametersOf(result, verdict),
        description: descriptionOf(result, verdict),
      },
    },
    ...stepsOf(result, verdict),
  ];
};
