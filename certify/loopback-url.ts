const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };

/** The loopback URL of a server that listens on all addresses; undefined for a URL of one address. */
export const loopbackUrl = (url: string): string | undefined => {
  const parsed = URL.parse(url);
  const host = parsed && loopback[parsed.hostname];
  if (!host) return undefined;
  parsed.hostname = host;
  return parsed.origin;
};
