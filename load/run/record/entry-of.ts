/** The value of a key, which is created and stored if the map does not have it. */
export const entryOf = <Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
};
