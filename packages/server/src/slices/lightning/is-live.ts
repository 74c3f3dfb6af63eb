import type { Db } from "#platform/database/db.ts";
import type { Network } from "./port.ts";
import { findNode } from "./store.ts";

/** Answers whether the money is real. A network stays that of its installation, so it is read until there is one, and remembered. */
export function rememberIsLive(db: Db): () => Promise<boolean> {
  let network: Network | undefined;
  return async () => {
    network ??= (await findNode(db))?.network;
    return network === "mainnet";
  };
}
