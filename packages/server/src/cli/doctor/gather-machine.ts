import { join } from "node:path";
import { openFilesMax } from "#platform/machine/open-files.ts";
import { whoReads } from "#platform/machine/open-path.ts";
import { SECRET_KEY_FILE } from "#platform/secrets/open-sealer.ts";
import type { Around } from "./around.ts";
import { ask } from "./ask.ts";
import type { MachineFacts } from "./check-machine.ts";

export async function gatherMachine(
  { config, clock, running }: Around,
  isLive: boolean | undefined,
): Promise<MachineFacts> {
  const { nodeCredential, dataDir, connectionsMax } = config;
  const files = [...(nodeCredential === undefined ? [] : [nodeCredential]), join(dataDir, SECRET_KEY_FILE)];
  const secrets = files.map(async (file) => ({ file, readers: await ask(clock, () => whoReads(file)) }));
  const max = openFilesMax(running?.pid ?? process.pid);
  return {
    openFiles: { max, isOfService: running !== undefined, connectionsMax },
    secrets: await Promise.all(secrets),
    isLive,
  };
}
