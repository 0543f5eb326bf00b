import type { Readable } from 'node:stream';

/** More than this would only fill the memory. */
const mostCharacters = 64 * 1024;

/** Keeps the end of what a process says; the lines that it has are those that are there whole, without blank ones. */
export const tailOf = (output: Readable): { lines(): string[] } => {
  let kept = '';
  let isCut = false;
  output.setEncoding('utf8').on('data', (text: string) => {
    kept += text;
    if (kept.length <= mostCharacters) return;
    kept = kept.slice(-mostCharacters);
    isCut = true;
  });
  return {
    lines() {
      // half a line may begin in the middle of a credential, where nothing finds it
      const whole = kept.split('\n').slice(isCut ? 1 : 0);
      return whole.map((line) => line.trim()).filter((line) => line !== '');
    },
  };
};
