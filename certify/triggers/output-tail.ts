import type { Readable } from 'node:stream';

/** More output only fills the memory. The coupons of a long session are some hundred kilobytes. */
const maxCharacters = 1024 * 1024;

/** Keeps the end of a process's output. `lines` returns the complete lines that are not blank. */
export const tailOf = (output: Readable): { lines(): string[] } => {
  let kept = '';
  let isCut = false;
  output.setEncoding('utf8').on('data', (text: string) => {
    kept += text;
    if (kept.length <= maxCharacters) return;
    kept = kept.slice(-maxCharacters);
    isCut = true;
  });
  return {
    lines() {
      // a partial line may start inside a credential, which then is not found
      const whole = kept.split('\n').slice(isCut ? 1 : 0);
      return whole.map((line) => line.trim()).filter((line) => line !== '');
    },
  };
};
