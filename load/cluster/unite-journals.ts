import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { readFact } from '../facts.ts';
import { createKeyTable } from '../ledger/key-table.ts';

/** A journal that is being read. */
interface Reading {
  chunks: AsyncIterator<string[]>;
  lines: string[];
  at: number;
  /** The latest time of its lines. */
  nowMs: number;
  /** Judgments that wait for the fact that they are about. */
  waiting: string[];
  /** Whether the last fact that is no judgment was new. */
  isNew: boolean;
}

const chunkBytes = 1024 * 1024;
const digits = 32;

/** Yields whole lines: the last line of a killed process may be cut off. */
async function* linesIn(path: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: chunkBytes })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

const writtenMs = (line: string): number | undefined => {
  const kind = line.slice(0, 4);
  if (kind === '["a"') return Number(line.slice(5, line.indexOf(',', 5)));
  if (kind !== '["j"') return undefined;
  const fact = readFact(line);
  return fact?.[0] === 'j' ? fact[5][0]?.[1] : undefined;
};

const asUuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Returns whether a text is new. It keeps 27 bytes of each. */
const createFirstTime = (): ((text: string) => boolean) => {
  const known = createKeyTable();
  return (text) => {
    const before = known.size;
    known.place(asUuid(hash('sha256', text).slice(0, digits)));
    return known.size > before;
  };
};

const lineOf = ({ lines, at }: Reading): string => lines[at] ?? '';

/** Goes to the next line. Resolves with false at the end of the journal. */
const advance = async (reading: Reading): Promise<boolean> => {
  while (reading.at >= reading.lines.length) {
    const { value, done } = await reading.chunks.next();
    if (done) return false;
    reading.lines = value;
    reading.at = 0;
  }
  // the fact of an unconfirmed delivery is written late, after later attempts
  reading.nowMs = Math.max(reading.nowMs, writtenMs(lineOf(reading)) ?? 0);
  return true;
};

/** At equal times the texts decide, so that the order of the journals does not matter. */
const isBefore = (one: Reading, other: Reading): boolean =>
  one.nowMs === other.nowMs ? lineOf(one) < lineOf(other) : one.nowMs < other.nowMs;

/**
 * Writes each fact of several journals once, ordered by time, so that the attempts of a delivery are in order even if
 * several processes received them. A judgment has no identity: it counts with the next fact of its journal, which is the
 * journey or attempt that it is about.
 */
export const uniteJournals = async (journals: readonly string[], into: string): Promise<void> => {
  const isFirst = createFirstTime();
  await using file = await open(into, 'w');
  let text = '';
  const readings: Reading[] = [];
  for (const journal of journals) {
    const reading = {
      chunks: linesIn(journal)[Symbol.asyncIterator](),
      lines: [],
      at: 0,
      nowMs: 0,
      waiting: [],
      isNew: true,
    };
    if (await advance(reading)) readings.push(reading);
  }

  while (readings.length > 0) {
    const next = readings.reduce((earliest, reading) => (isBefore(reading, earliest) ? reading : earliest));
    const line = lineOf(next);
    next.at += 1;
    if (line.startsWith('["p"')) {
      next.waiting.push(line);
    } else {
      next.isNew = isFirst(line);
      if (next.isNew) text += `${[...next.waiting, line].join('\n')}\n`;
      next.waiting = [];
    }
    if (!(await advance(next))) {
      if (next.isNew && next.waiting.length > 0) text += `${next.waiting.join('\n')}\n`;
      readings.splice(readings.indexOf(next), 1);
    }
    if (text.length >= chunkBytes || readings.length === 0) {
      await file.write(text);
      text = '';
    }
  }
};
