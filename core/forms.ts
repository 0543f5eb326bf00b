const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const utcDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

/** A UUID of any version: the document asks for the format alone. */
export const isUuid = (value: unknown): boolean => typeof value === 'string' && uuid.test(value);

/** An ISO 8601 date-time in UTC that ends in Z; fractions of any length are fine. */
export const isUtcDateTime = (value: unknown): boolean => typeof value === 'string' && utcDateTime.test(value);
