import { gzipSync } from 'node:zlib';
import { Markup, markup } from '../kit/page/markup.ts';

/** Characters of a block before it is compressed. The page unpacks one block when a reader opens a piece of it. */
const blockSize = 256 * 1024;
/** The most bytes of evidence in the first view of a page. */
const maxShown = 5_000_000;

/** The place of a piece of evidence: `block.piece`. */
export type EvidenceId = string;

/** The evidence that fits into a page. */
export interface KeptBlocks {
  /** Elements of the page. */
  blocks: Markup[];
  /** The number of pieces that did not fit. */
  leftOut: number;
  /** The number of all pieces. */
  pieces: number;
}

/** The evidence of a page. Each piece is stored once, most of them in compressed blocks outside the first view. */
export interface Evidence {
  /** Returns a piece for the first view, or undefined if the view is full. */
  show(make: () => Markup): Markup | undefined;
  /** Stores a piece and returns its place. The piece of a known key is not made again. */
  keep(key: string, make: () => Markup): EvidenceId;
  /** The blocks that fit into this many bytes, in the order in which they were stored. */
  blocksWithin(bytes: number): KeptBlocks;
}

interface Block {
  data: string;
  pieces: number;
}

export const newEvidence = (): Evidence => {
  const kept = new Map<string, EvidenceId>();
  const closed: Block[] = [];
  let pieces: string[] = [];
  let size = 0;
  let shown = 0;

  const close = (): void => {
    if (pieces.length === 0) return;
    closed.push({ data: gzipSync(JSON.stringify(pieces)).toString('base64'), pieces: pieces.length });
    pieces = [];
    size = 0;
  };

  return {
    show(make) {
      if (shown >= maxShown) return undefined;
      const view = make();
      const bytes = Buffer.byteLength(view.text);
      if (shown + bytes > maxShown) return undefined;
      shown += bytes;
      return view;
    },
    keep(key, make) {
      const before = kept.get(key);
      if (before !== undefined) return before;
      const { text } = make();
      if (size + text.length > blockSize) close();
      const id = `${closed.length}.${pieces.length}`;
      pieces.push(text);
      size += text.length;
      kept.set(key, id);
      return id;
    },
    blocksWithin(bytes) {
      close();
      const fitting: KeptBlocks = { blocks: [], leftOut: 0, pieces: kept.size };
      let room = bytes;
      for (const [index, block] of closed.entries()) {
        const { text } =
          markup`<script type="application/gzip" id="block-${index}">${new Markup(block.data)}</script>\n`;
        if (text.length > room) {
          fitting.leftOut += block.pieces;
          continue;
        }
        room -= text.length;
        fitting.blocks.push(new Markup(text));
      }
      return fitting;
    },
  };
};
