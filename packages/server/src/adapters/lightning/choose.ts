import type { Clock } from "#kernel/clock.ts";
import type { LightningNode } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import { type ClnAddress, connectClnNode } from "./cln/cln.ts";
import { connectEmbeddedNode, type EmbeddedAddress } from "./embedded/embedded.ts";
import { connectLndNode, type LndAddress } from "./lnd/lnd.ts";

/**
 * Where the Lightning node of an installation is: one form for each backend. The supervisor writes it down; every
 * process connects to it. Of secrets it has the files.
 */
export type NodeAddress =
  | ({ readonly backend: "embedded" } & EmbeddedAddress)
  | ({ readonly backend: "lnd" } & LndAddress)
  | ({ readonly backend: "cln" } & ClnAddress);

/** Connects to a node through the adapter of its backend. This file alone names backends. */
export function connectNode(address: NodeAddress, clock: Clock): LightningNode {
  switch (address.backend) {
    case "embedded":
      return connectEmbeddedNode({ ...address, clock });
    case "lnd":
      return connectLndNode({ ...address, clock });
    case "cln":
      return connectClnNode({ ...address, clock });
  }
}

/** The node that the embedded network brings along. */
export function addressOfEmbedded({ url, token }: EmbeddedAddress): NodeAddress {
  return { backend: "embedded", url, token };
}

/** What the settings say about the operator's own node. */
export type OwnNode = {
  readonly node:
    | { readonly scheme: "lnd" | "cln" | "phoenixd"; readonly host: string; readonly port: number }
    | { readonly scheme: "nwc" }
    | undefined;
  readonly nodeCert: string | undefined;
  readonly nodeCredential: string | undefined;
};

/**
 * The operator's own node; undefined when none is set.
 * @throws {OperatorError} for a kind of node that no adapter is for.
 */
export function addressOfOwn({ node, nodeCert: certFile, nodeCredential: credentialFile }: OwnNode) {
  if (node === undefined) return undefined;
  if ((node.scheme === "lnd" || node.scheme === "cln") && certFile !== undefined && credentialFile !== undefined)
    return { backend: node.scheme, host: node.host, port: node.port, certFile, credentialFile } satisfies NodeAddress;
  throw new OperatorError(
    `this version connects to no node of the kind ${node.scheme}`,
    "Set LEYDEN_NODE to a node of LND or Core Lightning, or leave it out for the embedded network.",
  );
}
