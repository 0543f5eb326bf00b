const loopback = ['127.0.0.1', 'localhost', '[::1]'];

const placeOf = (baseUrl: string): string => {
  const { protocol, hostname, host, pathname } = new URL(baseUrl);
  // what a machine serves to itself listens on any free port, another in each run
  return `${protocol}//${loopback.includes(hostname) ? 'loopback' : host}${pathname}`;
};

/** Whether two base URLs name the same target, as far as an address can say. */
export const isSameAddress = (one: string, other: string): boolean => placeOf(one) === placeOf(other);
