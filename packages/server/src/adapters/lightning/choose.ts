import type { Clock } from "#kernel/clock.ts";
import type { LightningNode } from "#lightning";
import { type ClnAddress, connectClnNode } from "./cln/cln.ts";
import { connectEmbeddedNode, type EmbeddedAddress } from "./embedded/embedded.ts";
import { connectLndNode, type LndAddress } from "./lnd/lnd.ts";
import { connectNwcNode, type NwcAddress } from "./nwc/nwc.ts";
import { connectPhoenixdNode, type PhoenixdAddress } from "./phoenixd/phoenixd.ts";

/**
 * Where the Lightning node of an installation is: one form for each backend. The supervisor writes it down; every
 * process connects to it. Of secrets it has the files.
 */
export type NodeAddress =
  | ({ readonly backend: "embedded" } & EmbeddedAddress)
  | ({ readonly backend: "lnd" } & LndAddress)
  | ({ readonly backend: "cln" } & ClnAddress)
  | ({ readonly backend: "phoenixd" } & PhoenixdAddress)
  | ({ readonly backend: "nwc" } & NwcAddress);

/** Connects to a node through the adapter of its backend. This file alone names backends. */
export function connectNode(address: NodeAddress, clock: Clock): LightningNode {
  switch (address.backend) {
    case "embedded":
      return connectEmbeddedNode({ ...address, clock });
    case "lnd":
      return connectLndNode({ ...address, clock });
    case "cln":
      return connectClnNode({ ...address, clock });
    case "phoenixd":
      return connectPhoenixdNode({ ...address, clock });
    case "nwc":
      return connectNwcNode({ ...address, clock });
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

/** The operator's own node; undefined when none is set. The settings have been checked: what is needed is there. */
export function addressOfOwn({
  node,
  nodeCert: certFile,
  nodeCredential: credentialFile,
}: OwnNode): NodeAddress | undefined {
  if (node === undefined) return undefined;
  const { scheme } = node;
  if (credentialFile === undefined) throw new Error(`there is no credential for ${scheme}: the settings want one`);
  if (scheme === "nwc") return { backend: scheme, credentialFile };
  const { host, port } = node;
  if (scheme === "phoenixd") return { backend: scheme, host, port, credentialFile };
  if (certFile === undefined) throw new Error(`there is no certificate for ${scheme}: the settings want one`);
  return { backend: scheme, host, port, certFile, credentialFile };
}
