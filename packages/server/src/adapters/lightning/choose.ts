import type { Clock } from "#kernel/clock.ts";
import type { Capabilities, LightningNode } from "#lightning";
import { connectEmbeddedNode, EMBEDDED_CAPABILITIES } from "./embedded/embedded.ts";

/** Where the Lightning node of an installation is. The supervisor writes it down; every process connects to it. */
export type NodeAddress = { readonly backend: "embedded"; readonly url: string; readonly token: string };

/** Connects to the node through the adapter of its backend. The only place that names one. */
export function connectNode({ url, token }: NodeAddress, clock: Clock): LightningNode {
  return connectEmbeddedNode({ url, token, clock });
}

/** What the node of a backend can do, before it is connected. */
export function capabilitiesOf(backend: NodeAddress["backend"]): Capabilities {
  switch (backend) {
    case "embedded":
      return EMBEDDED_CAPABILITIES;
  }
}
