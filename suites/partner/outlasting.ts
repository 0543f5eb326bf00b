import type { Obligation } from './obligation.ts';
import { numbersOf, observation } from './observation.ts';

/** What a partner's process has to live through. */
export const outlasting: readonly Obligation[] = [
  {
    id: 'PART-132',
    text: 'The partner’s software outlasts whatever it is made to do and whatever it is answered',
    source: 'What the service does',
    statements: ['S005'],
    level: 'must',
    isPromised: true,
    isFinal: true,
    judge({ died, actions, calls }) {
      if (died !== undefined) {
        const action = actions.filter(({ fromMs }) => fromMs <= died.atMs).at(-1);
        const call = calls.filter(({ atMs }) => atMs <= died.atMs).at(-1);
        return [
          observation(
            false,
            { actions: numbersOf(action ? [action] : []), calls: numbersOf(call ? [call] : []) },
            `its process ended by itself: ${died.how}`,
          ),
        ];
      }
      const last = actions.findLast(({ outcome }) => outcome === 'done');
      return last === undefined ? [] : [observation(true, { actions: [last.number] }, '')];
    },
  },
];
