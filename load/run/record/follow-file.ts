import { open } from 'node:fs/promises';

/** Reads the lines that a growing file has gained. */
export interface FollowedFile extends AsyncDisposable {
  /** Hands over every line that was completed since the last call, in order. A file that is not there yet has none. */
  read(onLine: (line: string) => void): Promise<void>;
}

const chunkBytes = 1024 * 1024;
const newLine = 0x0a;

export const followFile = (path: string): FollowedFile => {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  let rest = Buffer.alloc(0);
  const buffer = Buffer.alloc(chunkBytes);

  const opened = async (): Promise<typeof file> => {
    try {
      file ??= await open(path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    return file;
  };

  return {
    async read(onLine) {
      const from = await opened();
      if (from === undefined) return;
      for (;;) {
        const { bytesRead } = await from.read(buffer, 0, chunkBytes);
        if (bytesRead === 0) return;
        const data = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
        const end = data.lastIndexOf(newLine);
        // a copy: the buffer is read into again
        rest = Buffer.from(data.subarray(end + 1));
        if (end === -1) continue;
        for (const line of data.toString('utf8', 0, end).split('\n')) onLine(line);
      }
    },

    async [Symbol.asyncDispose]() {
      await file?.close();
    },
  };
};
