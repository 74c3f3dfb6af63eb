import { type Destination, destinationOf, readTarget } from "#payments";

/** The web address of an LNURL, or undefined for a Lightning address. */
function urlIn(text: string): URL | undefined {
  const target = readTarget(text);
  return target instanceof URL ? target : undefined;
}

export function hostIn(lnurl: string): string {
  return urlIn(lnurl)?.host ?? "";
}

/**
 * What is the same for two payments to one recipient: an LNURL of a Lightning address is that address, and a gamertag
 * is its user. Undefined: nobody knows whom it pays.
 */
export function personKey(destination: Destination): string | undefined {
  switch (destination.kind) {
    case "address": {
      const target = readTarget(destination.lnAddress);
      return `address ${destinationOf(target) ?? (target as URL).href}`;
    }
    case "gamertag":
      return `user ${destination.userId}`;
    case "invoice":
      return `invoice ${destination.invoice}`;
    case "wallet":
      return `wallet ${destination.walletId}`;
    case "node":
      return `node ${destination.nodeId}`;
    case "unknown":
      return undefined;
  }
}
