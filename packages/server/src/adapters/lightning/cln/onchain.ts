import type { LightningNode } from "#lightning";

/**
 * Addresses of the chain are not paid by this backend. The port wants one transaction for a reference for ever, and the
 * wallet keeps no names: a transaction that was prepared is forgotten at the node's next start while its coins stay
 * reserved, and of one that was published no list says for which payment it was.
 */
type Onchain = Pick<
  LightningNode,
  | "estimateOnchain"
  | "buildOnchain"
  | "publishOnchain"
  | "listOnchain"
  | "lookupOnchain"
  | "findOnchainChange"
  | "buildOnchainChild"
>;

async function refuse(): Promise<never> {
  throw new Error("this backend pays no addresses of the chain: ask its capabilities first");
}

export const noOnchain: Onchain = {
  estimateOnchain: refuse,
  buildOnchain: refuse,
  publishOnchain: refuse,
  listOnchain: refuse,
  lookupOnchain: refuse,
  findOnchainChange: refuse,
  buildOnchainChild: refuse,
};
