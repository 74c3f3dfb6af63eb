import { blockOf } from "#kernel/network.ts";

/**
 * Of this machine, and of a reverse proxy on it that says nothing of its callers: limits do not count it, since
 * everybody has it.
 */
export const LOOPBACK = "loopback";

/** As what limits count the network of a browser: by its block. Source: docs/decisions/0030, 0040. */
export function networkKeyOf(network: string): string {
  if (network.startsWith("127.") || network === "0:0:0:0") return LOOPBACK;
  return blockOf(network);
}
