import type { Runtime } from './runtime.ts';

/** Formats 16 bytes as a UUID of the version. */
export function uuidOf(bytes: Uint8Array, version: 4 | 7): string {
  const stamped = Buffer.from(bytes);
  stamped[6] = ((stamped[6] ?? 0) & 0x0f) | (version << 4);
  stamped[8] = ((stamped[8] ?? 0) & 0x3f) | 0x80;
  const hex = stamped.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Version 4 ids do not sort by creation; version 7 ids begin with the time in milliseconds. */
export function newUuid(version: 4 | 7, { now, randomBytes }: Pick<Runtime, 'now' | 'randomBytes'>): string {
  const bytes = randomBytes(16);
  if (version === 7) bytes.writeUIntBE(now(), 0, 6);
  return uuidOf(bytes, version);
}
