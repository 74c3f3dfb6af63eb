import type { Clock, Random, Scheduler } from "#kernel/clock.ts";
import {
  type BoundNode,
  bindNode,
  guardNode,
  type LightningNode,
  type Network,
  NodeUnavailable,
  type RememberedNode,
  rememberNode,
  type WatchedNode,
  watchNode,
} from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { checkNodePast } from "./node-past.ts";
import type { Worker } from "./worker.ts";

type Deps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly node: LightningNode;
};

export type OwnNode = {
  /**
   * Silent until it is linked, and while another node answers in its place: no payments to it and no invoices of it.
   */
  readonly node: LightningNode;
  readonly watched: WatchedNode;
  /** As the database knows it: also while it is away, and in a process that is not linked to it. */
  readonly remembered: RememberedNode;
  /** Undefined until it has been linked. */
  readonly network: () => Network | undefined;
  /**
   * Links the node now and runs `work`; while the node does not answer, again and again beside the caller: reads and
   * internal payments need no node.
   * @throws {OperatorError} when the node answers and is not the one that belongs to us. Later that is logged, and
   * nothing is sent.
   */
  link(work: (bound: BoundNode) => Promise<void>): Promise<Worker>;
};

const LINK_RETRY_MS = 1_000;

/** The node of this service, which is used only as long as it is known to be that one. */
export function openOwnNode(deps: Deps, { instanceId }: { readonly instanceId: string }): OwnNode {
  const { scheduler, log } = deps;
  let bound: BoundNode | undefined;
  // The database is the one of before: each of its connections was asked.
  const askPast = () => checkNodePast(deps, true);
  const watched = watchNode({ ...deps, bound: () => bound, askPast });

  /** Why it is not; undefined: it is. */
  const tryLink = async (work: (bound: BoundNode) => Promise<void>): Promise<string | undefined> => {
    try {
      bound = await bindNode(deps, { instanceId });
      await work(bound);
      return undefined;
    } catch (error) {
      bound = undefined;
      if (error instanceof NodeUnavailable) return error.message;
      throw error;
    }
  };
  return {
    watched,
    remembered: rememberNode(deps.db),
    network: () => bound?.network,
    node: guardNode(deps.node, watched.refusal),
    async link(work) {
      const reason = await tryLink(work);
      if (reason === undefined) return { stop: async () => undefined };
      log.warn({ reason }, "lightning.not_linked");
      const loop = scheduler.loop("lightning.link_node", LINK_RETRY_MS, async () => {
        if ((await tryLink(work)) !== undefined) return;
        log.info("lightning.linked");
        void loop.stop();
      });
      return loop;
    },
  };
}
