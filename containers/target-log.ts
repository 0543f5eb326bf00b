import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Redact } from '../fixtures/redaction.ts';

/** Name of the file in a run's folder. */
export const targetLogFile = 'target.log';

/** What the containers of a target write. It is held back until it is known what must be taken out of it. */
export interface TargetLog {
  /** Takes what this stream brings, each line after this name; `onText` gets whole lines. */
  follow(stream: Readable, name: string, onText?: (text: string) => void): void;
  /** The last lines, as a terminal can show them; with the secrets. */
  tail(): string;
  /** Writes what was held into this file, its folder made, without secrets, and then whatever comes. */
  keep(file: string, redact: Redact): void;
  /** Resolves when every stream has ended. */
  ended(): Promise<void>;
}

/** Characters that are held until the log is kept. */
const mostHeld = 4_000_000;
const tailLines = 15;
/** A line of it, for a terminal. */
const longestLine = 300;

interface Block {
  name: string;
  /** Whole lines. */
  text: string;
}

const named = (name: string, text: string): string => (name === '' ? text : text.replace(/^(?=.)/gm, `${name} | `));

export const createTargetLog = (): TargetLog => {
  let held: Block[] = [];
  let heldLength = 0;
  let isCut = false;
  let lastLines: string[] = [];
  let write: ((block: Block) => void) | undefined;
  const following: Promise<void>[] = [];

  const take = (block: Block): void => {
    const lines = stripVTControlCharacters(named(block.name, block.text)).split('\n').slice(0, -1);
    lastLines = [...lastLines, ...lines.slice(-tailLines)].slice(-tailLines);
    if (write) {
      write(block);
      return;
    }
    held.push(block);
    heldLength += block.text.length;
    while (heldLength > mostHeld && held.length > 1) {
      heldLength -= held.shift()?.text.length ?? 0;
      isCut = true;
    }
  };

  return {
    follow(stream, name, onText) {
      let begun = '';
      const { promise, resolve } = Promise.withResolvers<void>();
      following.push(promise);
      const takeWhole = (text: string): void => {
        take({ name, text });
        onText?.(text);
      };
      const end = (): void => {
        if (begun !== '') takeWhole(`${begun}\n`);
        begun = '';
        resolve();
      };
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        const all = begun + text;
        const end = all.lastIndexOf('\n') + 1;
        begun = all.slice(end);
        if (end > 0) takeWhole(all.slice(0, end));
      });
      for (const event of ['end', 'close', 'error']) stream.once(event, end);
    },
    tail: () => lastLines.map((line) => `  ${line.slice(0, longestLine)}`).join('\n'),
    keep(file, redact) {
      mkdirSync(dirname(file), { recursive: true });
      write = ({ name, text }) => appendFileSync(file, named(name, redact(text)));
      if (isCut) appendFileSync(file, '(what came before is not kept)\n');
      for (const block of held) write(block);
      held = [];
    },
    async ended() {
      await Promise.all(following);
    },
  };
};
