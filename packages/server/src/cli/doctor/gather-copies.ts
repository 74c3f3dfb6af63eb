import { type NodeInfo, newestCopyOf } from "#lightning";
import { channelFolders, listChannelCopies, readLook } from "#supervisor/backup/channel-files.ts";
import type { Around } from "./around.ts";
import { ask } from "./ask.ts";
import type { CopyFacts } from "./check-copies.ts";

/** Reads the folders themselves: what the service said of them may be old. Writes nothing, and claims no folder. */
export async function gatherCopies(
  { config, clock, running }: Pick<Around, "config" | "clock" | "running">,
  { nodeId }: Pick<NodeInfo, "nodeId">,
): Promise<CopyFacts> {
  const folders = await Promise.all(
    channelFolders(config).map(async (folder) => ({
      folder,
      newest: await ask(clock, async () => newestCopyOf(await listChannelCopies(folder), nodeId)),
    })),
  );
  const look = await ask(clock, () => readLook(config.dataDir));
  return {
    folders,
    look: look.kind === "known" ? look.value : undefined,
    isServiceUp: running !== undefined,
    now: clock.now(),
  };
}
