import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { readFact } from '../facts.ts';
import { createKeyTable } from '../ledger/key-table.ts';

/** A journal as far as it is read. */
interface Reading {
  chunks: AsyncIterator<string[]>;
  lines: string[];
  at: number;
  /** When its next line was written, as far as its lines show. */
  nowMs: number;
  /** Judgements that wait for the fact that they are about. */
  waiting: string[];
  /** Whether the last fact with a name of its own was reported for the first time. */
  isNew: boolean;
}

const chunkBytes = 1024 * 1024;
const digits = 32;

/** Whole lines: what a killed process wrote last may be a part of one. */
async function* linesIn(path: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: chunkBytes })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}

/** When a line was written, in ms since the epoch; undefined where it has no time. */
const writtenMs = (line: string): number | undefined => {
  const kind = line.slice(0, 4);
  if (kind === '["a"') return Number(line.slice(5, line.indexOf(',', 5)));
  if (kind !== '["j"') return undefined;
  const fact = readFact(line);
  return fact?.[0] === 'j' ? fact[5][0]?.[1] : undefined;
};

const asUuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Whether a text comes for the first time; 27 bytes a text are kept. */
const createFirstTime = (): ((text: string) => boolean) => {
  const known = createKeyTable();
  return (text) => {
    const before = known.size;
    known.place(asUuid(hash('sha256', text).slice(0, digits)));
    return known.size > before;
  };
};

const lineOf = ({ lines, at }: Reading): string => lines[at] ?? '';

/** Goes to the next line. Resolves with false at the end. */
const advance = async (reading: Reading): Promise<boolean> => {
  while (reading.at >= reading.lines.length) {
    const { value, done } = await reading.chunks.next();
    if (done) return false;
    reading.lines = value;
    reading.at = 0;
  }
  // an attempt that was not waited for is reported late, after younger ones
  reading.nowMs = Math.max(reading.nowMs, writtenMs(lineOf(reading)) ?? 0);
  return true;
};

/** At the same time the texts decide: whichever journal is named first, the union is the same. */
const isBefore = (one: Reading, other: Reading): boolean =>
  one.nowMs === other.nowMs ? lineOf(one) < lineOf(other) : one.nowMs < other.nowMs;

/**
 * Writes the union of journals into a file: every fact once, however many journals hold it, and ordered by time, so that
 * the attempts of a delivery that several processes took follow each other. A judgement says nothing of whom it is
 * about; it counts with the fact after it, which is of the same journey or attempt.
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
