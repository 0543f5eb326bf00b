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

interface Listed<R> {
  record: R;
  rank: number;
}

/** `rankOf` gives each new record its rank. Lists are sorted by rank. */
export function createTable<R extends StoredRecord, Index extends string>(
  keys: Record<Index, KeyOf<R>>,
  rankOf: (position: number) => number,
): Table<R, Index> {
  const ids = new Map<string, R>();
  const indexes: { keyOf: KeyOf<R>; entries: Map<string, R[]> }[] = [];
  const byName = new Map<string, Map<string, R[]>>();
  for (const [name, keyOf] of Object.entries<KeyOf<R>>(keys)) {
    const entries = new Map<string, R[]>();
    indexes.push({ keyOf, entries });
    byName.set(name, entries);
  }
  let listed: Listed<R>[] = [];
  let added: Listed<R>[] = [];
  let removedCount = 0;
  let inserted = 0;
  let sorted: R[] | undefined = [];

  const addKey = (entries: Map<string, R[]>, key: string | undefined, record: R) => {
    if (key === undefined) return;
    const same = entries.get(key);
    if (same === undefined) entries.set(key, [record]);
    else same.push(record);
  };
  const dropKey = (entries: Map<string, R[]>, key: string | undefined, record: R) => {
    if (key === undefined) return;
    const rest = entries.get(key)?.filter((other) => other !== record) ?? [];
    if (rest.length === 0) entries.delete(key);
    else entries.set(key, rest);
  };

  return {
    byId: (id) => ids.get(id),
    by: (index, key) => (key === undefined ? [] : (byName.get(index)?.get(key) ?? [])),
    insert(record) {
      ids.set(record.id, record);
      for (const { keyOf, entries } of indexes) addKey(entries, keyOf(record), record);
      added.push({ record, rank: rankOf(inserted++) });
      sorted = undefined;
    },
    update(record, changes) {
      const before = indexes.map(({ keyOf }) => keyOf(record));
      Object.assign(record, changes);
      indexes.forEach(({ keyOf, entries }, position) => {
        const after = keyOf(record);
        if (after === before[position]) return;
        dropKey(entries, before[position], record);
        addKey(entries, after, record);
      });
    },
    remove(record) {
      if (!ids.delete(record.id)) return;
      for (const { keyOf, entries } of indexes) dropKey(entries, keyOf(record), record);
      removedCount += 1;
      sorted = undefined;
    },
    list() {
      if (sorted !== undefined) return sorted;
      if (removedCount > 0) {
        listed = listed.filter(({ record }) => ids.get(record.id) === record);
        added = added.filter(({ record }) => ids.get(record.id) === record);
        removedCount = 0;
      }
      if (added.length > 0) {
        listed = mergeByRank(
          listed,
          added.sort((one, other) => one.rank - other.rank),
        );
        added = [];
      }
      sorted = listed.map(({ record }) => record);
      return sorted;
    },
  };
}

function mergeByRank<R>(left: Listed<R>[], right: Listed<R>[]): Listed<R>[] {
  const merged: Listed<R>[] = [];
  let position = 0;
  for (const next of right) {
    let before = left[position];
    while (before !== undefined && before.rank <= next.rank) {
      merged.push(before);
      position += 1;
      before = left[position];
    }
    merged.push(next);
  }
  for (; position < left.length; position += 1) {
    const rest = left[position];
    if (rest !== undefined) merged.push(rest);
  }
  return merged;
}
