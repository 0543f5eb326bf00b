const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;
const unzoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?$/;
const alone = /^\d{4}-\d{2}-\d{2}$/;
const slashed = /^\d{1,2}\/\d{1,2}\/\d{4}([T ].*)?$/;

/** How a text gives a date: only `zoned` names one moment; undefined when it gives none. */
export const dateForm = (value: unknown): 'zoned' | 'unzoned' | 'alone' | 'slashed' | undefined => {
  if (typeof value !== 'string') return undefined;
  if (slashed.test(value)) return 'slashed';
  if (alone.test(value)) return 'alone';
  if (unzoned.test(value)) return 'unzoned';
  return zoned.test(value) ? 'zoned' : undefined;
};
