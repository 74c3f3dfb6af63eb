/** What the limits of logins count together. */
import type { Brand } from "#kernel/brand.ts";
import { blockOf } from "#kernel/network.ts";

export type CodeNetwork = Brand<string, "CodeNetwork">;

/** Of a browser's network, as rate limits count it: its block. Senders of mail floods rent whole blocks. */
export function codeNetworkOf(network: string): CodeNetwork {
  return blockOf(network) as CodeNetwork;
}
