import { type NodeInfo, newestCopyOf } from "#lightning";
import { channelFolders, listChannelCopies, readLook } from "#supervisor/backup/channel-files.ts";
import type { Around } from "./around.ts";
import { ask } from "./ask.ts";
import type { CopyFacts } from "./check-copies.ts";

/**
 * Reads the folders themselves: what the service said of them may be old. Writes nothing, and claims no folder.
 * Undefined before the first start, which makes the first copy: as `isFirst` says, else where no service has looked.
 */
export async function gatherCopies(
  { config, clock, running }: Pick<Around, "config" | "clock" | "running">,
  { nodeId, isFirst }: Pick<NodeInfo, "nodeId"> & { readonly isFirst: boolean | undefined },
): Promise<CopyFacts | undefined> {
  const found = await ask(clock, () => readLook(config.dataDir));
  const look = found.kind === "known" ? found.value : undefined;
  if (isFirst ?? look === undefined) return undefined;
  const folders = await Promise.all(
    channelFolders(config).map(async (folder) => ({
      folder,
      newest: await ask(clock, async () => newestCopyOf(await listChannelCopies(folder), nodeId)),
    })),
  );
  return {
    folders,
    look,
    isServiceUp: running !== undefined,
    now: clock.now(),
  };
}
