import { gzipSync } from 'node:zlib';
import { Markup, markup } from '../kit/page/markup.ts';

/** Characters of a block before it is compressed: one is read at a time, when someone opens what it holds. */
const blockSize = 256 * 1024;
/** Bytes of evidence that may stand in the first view of a page. */
const mostShown = 5_000_000;

/** Where a piece of evidence stands: `block.piece`. */
export type EvidenceId = string;

/** What is left of the evidence of a page. */
export interface KeptBlocks {
  /** As elements of the page. */
  blocks: Markup[];
  /** Pieces that found no room, of how many. */
  leftOut: number;
  pieces: number;
}

/** The evidence of a page, most of it out of its first view: each piece once, compressed in blocks. */
export interface Evidence {
  /** Returns a piece for the first view as long as there is room in it, then nothing. */
  show(make: () => Markup): Markup | undefined;
  /** Keeps a piece and returns where it stands. A piece of a key that was kept before is not made again. */
  keep(key: string, make: () => Markup): EvidenceId;
  /** The blocks that fit into this many bytes, those that were kept first before others. */
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
    closed.push({ data: gzipSync(JSON.stringify(pieces), { level: 3 }).toString('base64'), pieces: pieces.length });
    pieces = [];
    size = 0;
  };

  return {
    show(make) {
      if (shown >= mostShown) return undefined;
      const view = make();
      const bytes = Buffer.byteLength(view.text);
      if (shown + bytes > mostShown) return undefined;
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
