import type { Clock } from "#kernel/clock.ts";
import type { LightningNode } from "#lightning";
import { connectEmbeddedNode, type EmbeddedAddress } from "./embedded/embedded.ts";

/**
 * Where the Lightning node of an installation is: one form for each backend. The supervisor writes it down; every
 * process connects to it.
 */
export type NodeAddress = { readonly backend: "embedded" } & EmbeddedAddress;

/** Connects to a node through the adapter of its backend. This file alone names backends. */
export function connectNode(address: NodeAddress, clock: Clock): LightningNode {
  switch (address.backend) {
    case "embedded":
      return connectEmbeddedNode({ ...address, clock });
  }
}

/** The node that the embedded network brings along. */
export function addressOfEmbedded({ url, token }: EmbeddedAddress): NodeAddress {
  return { backend: "embedded", url, token };
}
