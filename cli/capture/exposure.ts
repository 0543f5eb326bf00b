import { isIPv4 } from 'node:net';

interface Exposed {
  host: string;
  publicUrl: string | undefined;
  hasCertificate: boolean;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** A proxy before the server ends TLS: all connections come from it. */
export const isBehindProxy = ({ publicUrl, hasCertificate }: Exposed): boolean =>
  publicUrl?.startsWith('https:') === true && !hasCertificate;

/** What is said of a control API that others can read along; undefined where none can. */
export const exposureWarning = (exposed: Exposed): string | undefined => {
  const { host, hasCertificate } = exposed;
  if (hasCertificate || isLoopback(host) || isBehindProxy(exposed)) return undefined;
  return [
    `WARNING: at ${host} the control API and all notifications are in clear text. Anyone who listens on the way learns the`,
    'control token, and with it reads and answers what any run receives. Give --cert and --key, or put a proxy that ends',
    'TLS before it and give its address: --public-url https://…',
  ].join('\n');
};
