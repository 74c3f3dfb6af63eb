import { addressOfEmbedded, addressOfOwn, connectNode, type NodeAddress } from "#adapters/lightning/choose.ts";
import type { Config } from "#config.ts";
import type { LightningNode } from "#lightning";
import type { Life } from "./life.ts";
import { startTestNetwork, type TestNetwork } from "./test-network.ts";

/** The Lightning node of an installation that starts. */
export type OpenedNode = {
  /** Connected; nothing was asked of it yet. */
  readonly node: LightningNode;
  /** For the other processes of the installation. */
  readonly address: NodeAddress;
  /** The test network that was started for it; undefined where the node is the operator's own. */
  readonly network: TestNetwork | undefined;
  /** Stops what was started for it. */
  stop(): Promise<void>;
};

type OwnNodeSetting = "node" | "nodeCert" | "nodeCredential";

/** @throws {OperatorError} when the node cannot be had. */
export type OpenNode = (
  life: Pick<Life, "clock" | "log" | "progress" | "restarts" | "shutdown">,
  installation: { readonly config: Pick<Config, "dataDir" | OwnNodeSetting>; readonly instanceId: string },
) => Promise<OpenedNode>;

/** The operator's own node where the settings name one, else that of the embedded network. */
export const openNode: OpenNode = async (life, installation) => {
  const address = addressOfOwn(installation.config);
  if (address === undefined) return await openEmbeddedNode(life, installation);
  return { node: connectNode(address, life.clock), address, network: undefined, stop: async () => undefined };
};

/** The node of the embedded network, which runs as long as the installation does. */
const openEmbeddedNode: OpenNode = async (life, { config, instanceId }) => {
  const { clock, progress, shutdown } = life;
  const network = await progress.step("Lightning network", (say) =>
    startTestNetwork({ ...life, ...config, instanceId, say, signal: shutdown.signal }),
  );
  const address = addressOfEmbedded(network.addresses.node);
  return { node: connectNode(address, clock), address, network, stop: network.stop };
};
