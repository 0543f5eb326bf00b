import type { Exchange } from '../../fixtures/exchange.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Clock } from '../check-context.ts';
import type { CheckEnvironment } from './environment.ts';

/** Documented seconds between two requests of `until`. */
const askEverySeconds = 0.5;
const askAtLeastEveryMs = 5;

/** How many seconds "some seconds" are if the profile does not declare it. */
const usualPromptSeconds = 20;

/** The clock of a check, which scales documented seconds as the profile says. */
export const clockOf = (
  { timeScale, tolerances }: Profile,
  { time, changeSeen }: Pick<CheckEnvironment, 'time' | 'changeSeen'>,
): Clock => ({
  now: () => time.now(),
  scale: timeScale,
  slackMs: tolerances.slackMs,
  dispatchSeconds: tolerances.dispatchSeconds,
  promptSeconds: tolerances.promptSeconds ?? Math.min(usualPromptSeconds, tolerances.dispatchSeconds),
  wait: (documentedSeconds) => time.wait(documentedSeconds * 1000 * timeScale),
  async until(ask, fits, documentedSeconds) {
    let answer: Exchange = await ask();
    // most checks look once and need no timer
    if (fits(answer)) {
      changeSeen();
      return answer;
    }
    const waiting = new AbortController();
    let isOver = false;
    time.wait(documentedSeconds * 1000 * timeScale + tolerances.slackMs, waiting.signal).then(
      () => {
        isOver = true;
      },
      () => {},
    );
    try {
      while (!isOver) {
        await time.pause(Math.max(askAtLeastEveryMs, askEverySeconds * 1000 * timeScale));
        answer = await ask();
        if (!fits(answer)) continue;
        changeSeen();
        break;
      }
      return answer;
    } finally {
      // with a reason, no error and no stack are made
      waiting.abort(isOver);
    }
  },
});
