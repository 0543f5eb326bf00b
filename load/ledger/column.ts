type Numbers = Float64Array | Int32Array | Uint16Array | Uint8Array;

/** Numbers by position that grows as it is written; what was never written is 0. */
export interface Column {
  get(position: number): number;
  set(position: number, value: number): void;
}

export const createColumn = (kind: { new (length: number): Numbers }): Column => {
  let values = new kind(1024);
  return {
    get: (position) => values[position] ?? 0,
    set(position, value) {
      if (position >= values.length) {
        const wider = new kind(Math.max(values.length * 2, position + 1));
        wider.set(values);
        values = wider;
      }
      values[position] = value;
    },
  };
};
