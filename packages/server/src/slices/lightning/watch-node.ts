import type { Clock, Scheduler } from "#kernel/clock.ts";
import type { Msats } from "#kernel/money.ts";
import { NO_LONGER } from "#kernel/no-longer.ts";
import { shared } from "#kernel/shared.ts";
import type { Log } from "#platform/log.ts";
import { differencesOf } from "./bind-node.ts";
import type { NodeInfo } from "./model/node-info.ts";
import { type NodeTrouble, NodeUnavailable, silenceOf } from "./model/node-unavailable.ts";
import type { LightningNode } from "./port.ts";
import type { BoundNode } from "./store.ts";

/** The node as it was at the last poll. */
export type WatchedNode = {
  /**
   * How many HTLCs its channels carry concurrently; undefined before the first report, and where the backend does not
   * say.
   */
  slots(): number | undefined;
  /** How many channels could send or receive; undefined before the first report. */
  usableChannels(): number | undefined;
  /** What its channels could receive in all; undefined before the first report, and where the backend does not say. */
  receivable(): Msats | undefined;
  /** What it said of itself last; undefined before the first report. */
  report(): NodeInfo | undefined;
  /** Whether it answered the last poll, and no other node in its place. */
  isUp(): boolean;
  /**
   * Why it must not be used: it has not been linked, another node answers, or it was gone and has not shown again who
   * it is and what it knows.
   */
  refusal(): string | undefined;
  /** What it lacks for a payment. Whether there is a route to a recipient is known only by trying. */
  lacks(): string | undefined;
  stop(): Promise<void>;
};

type WatchDeps = {
  readonly node: Pick<LightningNode, "info">;
  /** The node that belongs to us; undefined until it has been linked. */
  readonly bound: () => BoundNode | undefined;
  /**
   * Asks one that was gone whether it went back. What it then finds is acted on before the node is used again.
   * @throws {NodeUnavailable} as long as the node does not say.
   */
  readonly askPast: () => Promise<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
};

const POLL_MS = 1_000;
/** A node that has not answered by then is silent. */
const ANSWER_MS = 2_000;
/**
 * After so many polls in a row without an answer the log says that it is lost. A node that only restarts is sooner
 * back.
 */
const LOST_POLLS = 3;
/** Below one sat in all channels together nothing can be sent. */
const SENDABLE_MIN_MSATS = 1_000n;

/**
 * Polls the node, once for all who want to know how it is: its channels, whether it answers, and whether it is still
 * ours. One that was gone may come back as it was at an earlier time: it is asked what it knows before it is used. A
 * restart that falls between two polls is not seen here; a check each minute finds what it has lost. Logs once when it
 * is lost, when another one answers, and when it is back. While it does not answer, the last report of its channels
 * holds.
 */
export function watchNode({ node, bound, askPast, clock, scheduler, log }: WatchDeps): WatchedNode {
  const ask = shared(async () => {
    try {
      return await node.info("brief");
    } catch (error) {
      isGone = true; // also when no poll waits for it any more
      throw error;
    }
  });
  let info: NodeInfo | undefined;
  let isAnswering = false;
  let silence = silenceOf({ why: undefined });
  /** The connection broke, or another node answered: who answers next has to be seen first, and asked what it knows. */
  let isGone = false;
  let silentPolls = 0;
  /** How the node that answers differs from ours; empty: it is ours. */
  let other = "";

  const silent = (reason: string, why?: NodeTrouble) => {
    [isAnswering, silence] = [false, silenceOf({ why })];
    silentPolls += 1;
    if (silentPolls === LOST_POLLS) log.error({ reason }, "lightning.lost");
  };
  const answered = (report: NodeInfo) => {
    const own = bound();
    const differs = own === undefined ? "" : differencesOf(own, report).join("; ");
    if (differs !== "" && differs !== other) log.error({ reason: differs }, "lightning.other_node_found");
    if (differs === "" && (other !== "" || silentPolls >= LOST_POLLS))
      log.info({ nodeId: report.nodeId }, "lightning.reconnected");
    [isAnswering, silentPolls, other] = [true, 0, differs];
    if (differs === "") info = report;
    else isGone = true;
  };
  const askWhatItKnows = async () => {
    if (bound() !== undefined) await askPast(); // one that is not linked yet is asked when it is
    isGone = false;
  };

  const loop = scheduler.loop("lightning.watch_node", POLL_MS, async () => {
    const done = new AbortController();
    const late = clock.sleep(ANSWER_MS, done.signal);
    try {
      const report = await Promise.race([ask(), late]);
      if (report === undefined) return silent(`no answer within ${ANSWER_MS} ms`);
      answered(report);
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error;
      return silent(error.message, error.why);
    } finally {
      done.abort(NO_LONGER);
    }
    if (!isGone || other !== "") return;
    try {
      await askWhatItKnows();
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error; // asked again at the next poll
    }
  });

  return {
    slots: () => info?.htlcSlots,
    usableChannels: () => info?.usableChannels,
    receivable: () => info?.receivable,
    report: () => info,
    isUp: () => isAnswering && other === "",
    refusal() {
      if (bound() === undefined) return "the node has not been linked yet";
      if (other !== "") return `another node answers in its place: ${other}`;
      if (!isGone) return undefined;
      return isAnswering ? "the node was gone, and has not said yet what it knows" : "the node does not answer";
    },
    lacks() {
      if (!isAnswering) return silence;
      if (other !== "") return `another node answers in its place: ${other}`;
      if (bound() === undefined) return "it has not been linked yet";
      return (info && lackOf(info)) ?? (isGone ? "it was gone, and has not said yet what it knows" : undefined);
    },
    stop: loop.stop,
  };
}

function lackOf({ synced, knowsGraph, usableChannels, sendable }: NodeInfo): string | undefined {
  if (!synced) return "the node follows the chain";
  if (knowsGraph === false) return "the node has not heard yet which channels others have";
  if (usableChannels === 0) return "no channel is usable";
  return sendable !== undefined && sendable < SENDABLE_MIN_MSATS ? "its channels have nothing left to send" : undefined;
}
