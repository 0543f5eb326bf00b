const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const utcDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/** Accepts a UUID of any version, because the document names only the format. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

/** Accepts an ISO 8601 date-time in UTC that ends in `Z`, with a fraction of any length. */
export const isUtcDateTime = (value: unknown): boolean => typeof value === 'string' && utcDateTime.test(value);
