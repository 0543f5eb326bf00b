import { createHash } from 'node:crypto';

/** Numbers ids from 0 in the order in which they are added. An id takes 16 bytes, and up to 11 in the index. */
export interface KeyTable {
  /** The number of an id; undefined if it was not added. */
  find(id: string): number | undefined;
  /** The number of an id, which is added if it is new. */
  place(id: string): number;
  idAt(number: number): string;
  readonly size: number;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const wordsOfKey = 4;
/** The index grows when a larger share of it is used. */
const maxUsedShare = 0.7;

const hex = (text: string, from: number, to: number): number => Number.parseInt(text.slice(from, to), 16);

/** Writes 128 bits of an id to `key`: those of a UUID, else of a digest. Returns whether the id is a UUID. */
const keyOf = (id: string, key: Uint32Array): boolean => {
  if (uuid.test(id)) {
    key[0] = hex(id, 0, 8);
    key[1] = hex(id, 9, 13) * 0x1_00_00 + hex(id, 14, 18);
    key[2] = hex(id, 19, 23) * 0x1_00_00 + hex(id, 24, 28);
    key[3] = hex(id, 28, 36);
    return true;
  }
  const digest = createHash('sha256').update(id).digest();
  for (let word = 0; word < wordsOfKey; word += 1) key[word] = digest.readUInt32LE(word * 4);
  return false;
};

const padded = (word: number | undefined): string => (word ?? 0).toString(16).padStart(8, '0');

export const createKeyTable = (): KeyTable => {
  let keys = new Uint32Array(1024 * wordsOfKey);
  /** Numbers plus one; 0 is a free place. */
  let index = new Uint32Array(2048);
  let size = 0;
  /** Ids that are not UUIDs, by number. */
  const others = new Map<number, string>();
  const key = new Uint32Array(wordsOfKey);

  /** The place of `key` in the index, or the free place where it belongs. */
  const placeOfKey = (): number => {
    const mask = index.length - 1;
    let place = Math.imul((key[0] ?? 0) ^ (key[3] ?? 0), 0x9e_37_79_b1) >>> 0;
    for (place &= mask; ; place = (place + 1) & mask) {
      const number = index[place] ?? 0;
      if (number === 0) return place;
      const at = (number - 1) * wordsOfKey;
      if (keys[at] === key[0] && keys[at + 1] === key[1] && keys[at + 2] === key[2] && keys[at + 3] === key[3]) {
        return place;
      }
    }
  };

  const growIndex = (): void => {
    index = new Uint32Array(index.length * 2);
    for (let number = 0; number < size; number += 1) {
      for (let word = 0; word < wordsOfKey; word += 1) key[word] = keys[number * wordsOfKey + word] ?? 0;
      index[placeOfKey()] = number + 1;
    }
  };

  return {
    find(id) {
      keyOf(id, key);
      const number = index[placeOfKey()] ?? 0;
      return number === 0 ? undefined : number - 1;
    },

    place(id) {
      const isUuid = keyOf(id, key);
      const place = placeOfKey();
      const number = index[place] ?? 0;
      if (number > 0) return number - 1;
      if ((size + 1) * wordsOfKey > keys.length) {
        const wider = new Uint32Array(keys.length * 2);
        wider.set(keys);
        keys = wider;
      }
      keys.set(key, size * wordsOfKey);
      if (!isUuid) others.set(size, id);
      size += 1;
      index[place] = size;
      if (size > index.length * maxUsedShare) growIndex();
      return size - 1;
    },

    idAt(number) {
      const other = others.get(number);
      if (other !== undefined) return other;
      const at = number * wordsOfKey;
      const text = padded(keys[at]) + padded(keys[at + 1]) + padded(keys[at + 2]) + padded(keys[at + 3]);
      return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },

    get size() {
      return size;
    },
  };
};
