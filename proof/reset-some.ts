import { gateway, passOn } from './variants/gateway.ts';

/** Passes requests on to a target, and resets every connection on which `isUnlucky` says so, once the target has answered. */
export const startResetting = (targetUrl: string, isUnlucky: () => boolean) =>
  gateway({
    answer(outgoing, answered, body) {
      if (isUnlucky()) outgoing.socket?.resetAndDestroy();
      else passOn(outgoing, answered, body);
    },
  })(targetUrl);
