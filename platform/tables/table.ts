import type { StoredRecord } from './records.ts';

/** The key of a record in an index; undefined leaves the record out. */
export type KeyOf<R> = (record: R) => string | undefined;

/** Records of all companies, found by id and by the named indexes. */
export interface Table<R extends StoredRecord, Index extends string> {
  byId(id: string): R | undefined;
  /** In the order of insertion; none for undefined, which is the key of a record that is left out. */
  by(index: Index, key: string | undefined): readonly R[];
  insert(record: R): void;
  /** Assigns the changes to the record, then updates the indexes. */
  update(record: R, changes: Partial<R>): void;
  remove(record: R): void;
  /** All records in the order of lists, in which two records never change places. */
  list(): readonly R[];
}

interface Index<R> {
  keyOf: KeyOf<R>;
  entries: Map<string, R[]>;
}

function addTo<R>({ entries }: Index<R>, key: string | undefined, record: R): void {
  if (key === undefined) return;
  const same = entries.get(key);
  if (same === undefined) entries.set(key, [record]);
  else same.push(record);
}

function dropFrom<R>({ entries }: Index<R>, key: string | undefined, record: R): void {
  if (key === undefined) return;
  const rest = entries.get(key)?.filter((other) => other !== record) ?? [];
  if (rest.length === 0) entries.delete(key);
  else entries.set(key, rest);
}

interface Listed<R> {
  record: R;
  rank: number;
}

/** `rankOf` gives each new record its rank. Lists are sorted by rank. */
export function createTable<R extends StoredRecord, Name extends string>(
  keys: Record<Name, KeyOf<R>>,
  rankOf: (position: number) => number,
): Table<R, Name> {
  const ids = new Map<string, R>();
  const byName = new Map<string, Index<R>>(
    Object.entries<KeyOf<R>>(keys).map(([name, keyOf]) => [name, { keyOf, entries: new Map() }]),
  );
  const indexes = [...byName.values()];
  let listed: Listed<R>[] = [];
  let added: Listed<R>[] = [];
  let hasRemoved = false;
  let inserted = 0;
  let sorted: R[] | undefined = [];

  return {
    byId: (id) => ids.get(id),
    by: (name, key) => (key === undefined ? [] : (byName.get(name)?.entries.get(key) ?? [])),
    insert(record) {
      ids.set(record.id, record);
      for (const index of indexes) addTo(index, index.keyOf(record), record);
      added.push({ record, rank: rankOf(inserted++) });
      sorted = undefined;
    },
    update(record, changes) {
      const before = indexes.map(({ keyOf }) => keyOf(record));
      Object.assign(record, changes);
      for (const [position, index] of indexes.entries()) {
        const after = index.keyOf(record);
        if (after === before[position]) continue;
        dropFrom(index, before[position], record);
        addTo(index, after, record);
      }
    },
    remove(record) {
      if (!ids.delete(record.id)) return;
      for (const index of indexes) dropFrom(index, index.keyOf(record), record);
      hasRemoved = true;
      sorted = undefined;
    },
    list() {
      if (sorted !== undefined) return sorted;
      if (hasRemoved) {
        const isKept = ({ record }: Listed<R>): boolean => ids.get(record.id) === record;
        [listed, added, hasRemoved] = [listed.filter(isKept), added.filter(isKept), false];
      }
      if (added.length > 0) {
        added.sort((one, other) => one.rank - other.rank);
        [listed, added] = [mergeByRank(listed, added), []];
      }
      sorted = listed.map(({ record }) => record);
      return sorted;
    },
  };
}

function mergeByRank<R>(left: readonly Listed<R>[], right: readonly Listed<R>[]): Listed<R>[] {
  const merged: Listed<R>[] = [];
  let position = 0;
  for (const next of right) {
    for (let before = left[position]; before !== undefined && before.rank <= next.rank; before = left[position]) {
      merged.push(before);
      position += 1;
    }
    merged.push(next);
  }
  return merged.concat(left.slice(position));
}
