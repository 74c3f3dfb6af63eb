import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addressesOf, type Controls, controlsOf, type NetworkAddresses } from "./addresses.ts";
import type { ChainConfig } from "./chain/main.ts";
import { BURN_ADDRESS, type ChainRpc, chainRpc } from "./chain/rpc.ts";
import { ignore } from "./children/ignore.ts";
import { type ChildHooks, type KeptChild, keepChild } from "./children/keep-child.ts";
import { type LogLine, textOf } from "./children/log.ts";
import type { Info } from "./control-api.ts";
import { readSettings, type Settings, secret, writeWhole } from "./folder.ts";
import type { NodeOptions } from "./lightning/node.ts";
import { serveLightningAddress } from "./lightning-address.ts";
import type { NodeConfig, NodeReport } from "./node/main.ts";
import { setUp } from "./set-up.ts";
import type { WorldConfig, WorldReport } from "./world/main.ts";

export type { LogLine } from "./children/log.ts";

export type NetworkOptions = {
  /** Folder of the network alone; made when it is missing. */
  readonly dataDir: string;
  /** UUID in the nodes' logs since they were made; logs with another one are refused. */
  readonly instanceId: string;
  /** Called with each step, in plain words. */
  readonly progress?: (step: string) => void;
  readonly log?: (line: LogLine) => void;
  /** Time between two blocks. Default 25 seconds. */
  readonly blockIntervalMs?: number;
  /** A node's process that holds more is restarted, because WebAssembly's memory never shrinks. Default 500 MB. */
  readonly memoryMaxBytes?: number;
  /** Size at which a node compacts its log. Default 16 MB, some hundred payments. */
  readonly logMaxBytes?: number;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
};

export type NetworkProcess = {
  readonly name: "chain" | "node" | "world";
  readonly pid: number;
  readonly startedAt: Date;
};

/** A network that is ready: channels are open, and a payment finds its way in both directions. */
export type Network = NetworkAddresses & {
  /** The processes that run now. */
  processes(): readonly NetworkProcess[];
  /** Ends everything: nodes first, then the chain. */
  stop(): Promise<void>;
};

const BLOCK_INTERVAL_MS = 25_000;
const MEMORY_MAX_BYTES = 500 * 1024 * 1024;
const LOG_MAX_BYTES = 16 * 1024 * 1024;
const WATCH_MS = 10_000;
/** A process that is too large within so many blocks of its start would be too large again after a restart. */
const GROWN_BLOCKS = 5;
const MEGABYTE = 1024 * 1024;

/**
 * Starts chain, our node, router and merchant, each in a process of its own (router and merchant share one), and
 * keeps them running and connected until `stop`. The first start makes channels; one that was cut off is continued.
 * @throws when a process refuses to run, for instance because the folder belongs to another instance.
 */
export async function startNetwork(options: NetworkOptions): Promise<Network> {
  const { dataDir, progress = ignore, signal } = options;
  signal?.throwIfAborted();
  const settings = await readSettings(dataDir);
  const addresses = addressesOf(dataDir, settings, secret());
  writeWhole(addresses.chain.cookieFile, `${addresses.chain.user}:${addresses.chain.password}`);

  progress("Starting the chain and the Lightning nodes");
  const controls = controlsOf(addresses);
  const children = startChildren(options, settings, addresses, controls);
  const giveUp = () => void stopChildren(children);
  signal?.addEventListener("abort", giveUp);
  let merchant: { close(): void } | undefined;
  try {
    merchant = await serveLightningAddress(controls.merchant.createInvoice, settings.ports.merchantHttp);
    const [{ nodeId }, { routerId, merchantId }] = await Promise.all([
      children.node.ready,
      children.world.ready,
      children.chain.ready,
    ]);
    const rpc = chainRpc(addresses.chain);
    const ids = { node: nodeId, router: routerId, merchant: merchantId };
    await setUp({ controls, rpc, ids, progress, signal });
    const stopping = new AbortController();
    const watching = watch({ options, controls, rpc, children, signal: stopping.signal });
    return {
      ...addresses,
      processes: () => processesOf(children),
      async stop() {
        stopping.abort();
        merchant?.close();
        await stopChildren(children);
        await watching;
      },
    };
  } catch (error) {
    merchant?.close();
    await stopChildren(children);
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}

type Children = {
  readonly chain: KeptChild<object>;
  readonly node: KeptChild<NodeReport>;
  readonly world: KeptChild<WorldReport>;
};

function startChildren(
  { dataDir, instanceId, log = ignore, logMaxBytes = LOG_MAX_BYTES }: NetworkOptions,
  { ports, ...secrets }: Settings,
  { chain, node }: NetworkAddresses,
  controls: Controls,
): Children {
  const nodeOptions = (name: string, peerPort: number): NodeOptions => ({
    folder: join(dataDir, name),
    instanceId,
    chain,
    peerPort,
    logMaxBytes,
  });
  const chainConfig: ChainConfig = {
    folder: join(dataDir, "chain"),
    rpcPort: ports.chainRpc,
    password: secrets.chainPassword,
  };
  const nodeConfig: NodeConfig = {
    ...nodeOptions("node", ports.nodePeer),
    controlPort: ports.nodeControl,
    token: node.token,
  };
  const worldConfig: WorldConfig = {
    controlPort: ports.worldControl,
    token: secrets.worldToken,
    router: nodeOptions("router", ports.routerPeer),
    merchant: { ...nodeOptions("merchant", ports.merchantPeer), takesKeysend: true },
  };
  let routerId: string | undefined;
  let isNodeReady = false;
  /** After each start of our node it gets the address of the router; it then connects, and again after a loss. */
  function introduceRouter(): void {
    if (routerId === undefined || !isNodeReady) return;
    controls.node
      .connect({ nodeId: routerId, host: "127.0.0.1", port: ports.routerPeer })
      .catch((error) => log({ level: "warn", name: "network", event: "router.not_introduced", error: textOf(error) }));
  }
  const keep = <Report>(name: string, config: object, onReady: ChildHooks<Report>["onReady"]) =>
    keepChild<Report>({ name, entry: new URL(`./${name}/main.ts`, import.meta.url), config }, { log, onReady });
  return {
    chain: keep<object>("chain", chainConfig, ignore),
    node: keep<NodeReport>("node", nodeConfig, () => {
      isNodeReady = true;
      introduceRouter();
    }),
    world: keep<WorldReport>("world", worldConfig, (report) => {
      routerId = report.routerId;
      introduceRouter();
    }),
  };
}

function processesOf(children: Children): readonly NetworkProcess[] {
  return (["chain", "node", "world"] as const).flatMap((name) => {
    const running = children[name].process();
    return running === undefined ? [] : [{ name, ...running }];
  });
}

async function stopChildren({ chain, node, world }: Children): Promise<void> {
  await Promise.all([node.stop(), world.stop()]);
  await chain.stop();
}

type Watching = {
  readonly options: NetworkOptions;
  readonly controls: Controls;
  readonly rpc: ChainRpc;
  readonly children: Children;
  readonly signal: AbortSignal;
};

/**
 * Mines a block now and then, because the nodes have no other clock, but only while all of them are connected: the
 * payments of a node that is away must not time out. Restarts processes that have grown too large, one after the other.
 */
async function watch({ options, controls, rpc, children, signal }: Watching): Promise<void> {
  const { log = ignore, blockIntervalMs = BLOCK_INTERVAL_MS, memoryMaxBytes = MEMORY_MAX_BYTES } = options;
  const pauseMs = Math.min(WATCH_MS, blockIntervalMs);
  for (let lastBlockMs = performance.now(); ; ) {
    await sleep(pauseMs, undefined, { signal }).catch(ignore);
    if (signal.aborted) return;
    try {
      const infos = await Promise.all([controls.node.info(), controls.router.info(), controls.merchant.info()]);
      const [node, router] = infos;
      for (const [child, { memoryBytes }] of [[children.node, node] as const, [children.world, router] as const])
        if (memoryBytes > memoryMaxBytes && ageMs(child) > GROWN_BLOCKS * blockIntervalMs)
          await child.restart(`memory ${megabytes(memoryBytes)} MB above ${megabytes(memoryMaxBytes)} MB`);
      if (performance.now() - lastBlockMs < blockIntervalMs || !infos.every(hasItsPeers)) continue;
      lastBlockMs = performance.now();
      await rpc("generatetoaddress", 1, BURN_ADDRESS);
    } catch (error) {
      log({ level: "debug", name: "network", event: "watch.failed", error: textOf(error) });
    }
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE);
}

function ageMs(child: KeptChild<unknown>): number {
  return Date.now() - (child.process()?.startedAt.getTime() ?? Date.now());
}

function hasItsPeers({ synced, peers, wantedPeers }: Info): boolean {
  return synced && wantedPeers.every((peer) => peers.includes(peer));
}
