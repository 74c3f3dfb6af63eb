import { type NodeInfo, NodeUnavailable, type Permissions } from "#lightning";
import type { Around } from "./around.ts";
import { ask, reasonOf } from "./ask.ts";
import type { ChannelFacts } from "./check-channels.ts";
import type { NodeAnswer } from "./check-node.ts";
import type { Fact } from "./finding.ts";
import { gatherCopies } from "./gather-copies.ts";

/** Asks who it is, and how. */
export async function askNode({
  clock,
  running,
  node,
}: Pick<Around, "clock" | "running" | "node">): Promise<NodeAnswer> {
  if (node === undefined) {
    const why = running === undefined ? "no service runs" : "the service is starting or stopping";
    return { kind: "not_asked", why };
  }
  const asked = await ask(clock, async () => {
    try {
      return { info: await node.info() };
    } catch (error) {
      return { error };
    }
  });
  if (asked.kind === "unknown") return { ...asked, trouble: "down" };
  const { info, error } = asked.value;
  if (info !== undefined) return { kind: "known", value: info };
  const trouble = error instanceof NodeUnavailable ? error.why : undefined;
  return { kind: "unknown", why: reasonOf(error), trouble };
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
 * has been started on it yet; undefined where the database does not say it.
 */
export async function askOwn(around: Around, info: NodeInfo, isFirst: boolean | undefined): Promise<OwnFacts> {
  const { clock, node } = around;
  const operations = node?.operations;
  const [permissions, channels, backup, copies] = await Promise.all([
    node && ask(clock, () => node.permissions()),
    operations && ask(clock, () => operations.channels()),
    operations && ask(clock, () => operations.channelBackup()),
    operations && gatherCopies(around, { ...info, isFirst }),
  ]);
  return { permissions, channels: { info, channels, backup, copies } };
}
