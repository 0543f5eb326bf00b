import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { markup } from '../kit/page/markup.ts';
import { type Evidence, newEvidence } from './evidence.ts';

const read = (block: string): string[] => {
  const [, data = ''] = /^<script type="application\/gzip" id="block-\d+">([\w+/=]*)<\/script>/.exec(block) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString());
};

const blocksOf = (evidence: Evidence) => evidence.blocksWithin(Number.POSITIVE_INFINITY).blocks;

test('each piece is kept once, where its id says', () => {
  const evidence = newEvidence();
  const ids = ['a', '</script>', 'a'].map((text) => evidence.keep(text, () => markup`<p>${text}</p>`));
  expect(ids).toEqual(['0.0', '0.1', '0.0']);
  expect(blocksOf(evidence).map(({ text }) => read(text))).toEqual([['<p>a</p>', '<p>&lt;/script&gt;</p>']]);
});

test('a piece that keeps others stands after them', () => {
  const evidence = newEvidence();
  const id = evidence.keep('whole', () => markup`${evidence.keep('part', () => markup`part`)}`);
  expect(id).toBe('0.1');
  expect(blocksOf(evidence).map(({ text }) => read(text))).toEqual([['part', '0.0']]);
});

test('a block that has grown is closed', () => {
  const evidence = newEvidence();
  const long = 'x'.repeat(200_000);
  const ids = [1, 2, 3].map((key) => evidence.keep(String(key), () => markup`${long}`));
  expect(ids).toEqual(['0.0', '1.0', '2.0']);
  expect(blocksOf(evidence)).toHaveLength(3);
  expect(blocksOf(newEvidence())).toEqual([]);
});

/** Text that compresses to half of its length, however long. */
const random = (length: number): string => randomBytes(length / 2).toString('hex');

test('blocks that do not fit are left out and counted by their pieces, the first kept before others', () => {
  const evidence = newEvidence();
  for (const key of ['a', 'b', 'c', 'd']) evidence.keep(key, () => markup`${random(200_000)}`);
  const one = blocksOf(evidence)[0]?.text.length ?? 0;
  const { blocks, ...counts } = evidence.blocksWithin(one * 2.5);
  expect(counts).toEqual({ leftOut: 2, pieces: 4 });
  expect(blocks.map(({ text }) => /id="block-\d"/.exec(text)?.[0])).toEqual(['id="block-0"', 'id="block-1"']);
  expect(evidence.blocksWithin(0)).toEqual({ blocks: [], leftOut: 4, pieces: 4 });
});

test('a piece that does not fit leaves its room to smaller ones', () => {
  const evidence = newEvidence();
  evidence.keep('large', () => markup`${random(2_000_000)}`);
  evidence.keep('small', () => markup`${random(200)}`);
  expect(evidence.blocksWithin(1_000)).toMatchObject({ blocks: [expect.anything()], leftOut: 1 });
});

test('the first view takes pieces until it is full', () => {
  const evidence = newEvidence();
  const view = markup`${'x'.repeat(2_000_000)}`;
  expect([1, 2, 3].map(() => evidence.show(() => view))).toEqual([view, view, undefined]);
  expect(evidence.show(() => markup`small`)?.text).toBe('small');
});
