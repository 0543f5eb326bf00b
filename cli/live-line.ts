import { clearLine, cursorTo } from 'node:readline';

/** A line that a terminal draws again with each text. Elsewhere, each text is a new line. */
export const liveLine = (stream: NodeJS.WriteStream): Disposable & { write(text: string): void } => {
  let isDrawn = false;
  const erase = (): void => {
    if (!isDrawn) return;
    cursorTo(stream, 0);
    clearLine(stream, 0);
    isDrawn = false;
  };
  return {
    write(text) {
      erase();
      stream.write(stream.isTTY ? text.slice(0, stream.columns - 1) : `${text}\n`);
      isDrawn = stream.isTTY;
    },
    [Symbol.dispose]: erase,
  };
};
