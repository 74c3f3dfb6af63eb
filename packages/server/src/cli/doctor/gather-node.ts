import { type NodeInfo, NodeUnavailable, type Permissions } from "#lightning";
import type { Around } from "./around.ts";
import { ask, reasonOf, timed } from "./ask.ts";
import type { ChannelFacts } from "./check-channels.ts";
import type { NodeAnswer } from "./check-node.ts";
import type { Fact } from "./finding.ts";
import { gatherCopies } from "./gather-copies.ts";

type AskedNode = {
  readonly answer: NodeAnswer;
  /** By how much its clock is ahead of this machine's; undefined where it says no time. */
  readonly aheadMs: number | undefined;
};

/** Asks who it is, and how. */
export async function askNode({
  clock,
  running,
  node,
}: Pick<Around, "clock" | "running" | "node">): Promise<AskedNode> {
  if (node === undefined) {
    const why = running === undefined ? "no service runs" : "the service is starting or stopping";
    return { answer: { kind: "not_asked", why }, aheadMs: undefined };
  }
  const asked = await ask(clock, () =>
    timed(clock, async () => {
      try {
        return { info: await node.info() };
      } catch (error) {
        return { error };
      }
    }),
  );
  if (asked.kind === "unknown") return { answer: { ...asked, trouble: "down" }, aheadMs: undefined };
  const { answer, at } = asked.value;
  if (answer.info === undefined) {
    const trouble = answer.error instanceof NodeUnavailable ? answer.error.why : undefined;
    return { answer: { kind: "unknown", why: reasonOf(answer.error), trouble }, aheadMs: undefined };
  }
  const { now } = answer.info;
  return { answer: { kind: "known", value: answer.info }, aheadMs: now && now.getTime() - at.getTime() };
}

/**
 * Where the node refuses what the credential lacks a permission for: all that it lacks. Where that is refused as well,
 * the node's own line says it.
 */
export async function askLacking(
  { clock, node }: Pick<Around, "clock" | "node">,
  answer: NodeAnswer,
): Promise<Fact<Permissions | undefined> | undefined> {
  const isRefused = answer.kind === "unknown" && answer.trouble === "permission";
  if (!isRefused || node === undefined) return undefined;
  const found = await ask(clock, () => node.permissions());
  return found.kind === "known" && found.value !== undefined ? found : undefined;
}

type OwnFacts = { readonly permissions: Fact<Permissions | undefined> | undefined; readonly channels: ChannelFacts };

/**
 * Asks a node that is the right one what our credential may do, and what only operators ask for. `isFirst`: no service
 * has been started on it yet.
 */
export async function askOwn(around: Around, info: NodeInfo, isFirst: boolean): Promise<OwnFacts> {
  const { clock, node } = around;
  const operations = node?.operations;
  const [permissions, channels, backup, copies] = await Promise.all([
    node && ask(clock, () => node.permissions()),
    operations && ask(clock, () => operations.channels()),
    operations && ask(clock, () => operations.channelBackup()),
    operations && !isFirst ? gatherCopies(around, info) : undefined,
  ]);
  return { permissions, channels: { info, channels, backup, copies } };
}
