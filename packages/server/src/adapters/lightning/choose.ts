import type { Clock } from "#kernel/clock.ts";
import type { LightningNode } from "#lightning";
import { connectEmbeddedNode } from "./embedded/embedded.ts";

/** Where the Lightning node of an installation is. The supervisor writes it down; every process connects to it. */
export type NodeAddress = { readonly backend: "embedded"; readonly url: string; readonly token: string };

/** Connects to the node through the adapter of its backend. The only place that names one. */
export function connectNode({ url, token }: NodeAddress, clock: Clock): LightningNode {
  return connectEmbeddedNode({ url, token, clock });
}
