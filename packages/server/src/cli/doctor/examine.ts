import { addressOfOwn, connectNode } from "#adapters/lightning/choose.ts";
import type { Config } from "#config.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { requireOwner } from "#supervisor/data-folder.ts";
import { type Running, readRunning } from "#supervisor/run-file.ts";
import { findingsOf } from "./facts.ts";
import { type Finding, wrong } from "./finding.ts";
import { gatherFacts } from "./gather-facts.ts";
import { openDatabaseToRead } from "./open-database.ts";

/** What there is to say about the installation of these settings, whether it runs or not. */
export async function examine(
  config: Config,
  running: Running | undefined = readRunning(config.dataDir),
): Promise<readonly Finding[]> {
  try {
    requireOwner(config);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [wrong("user", error.message, error.advice)];
  }
  const [clock, random] = [machineClock, machineRandom()];
  const database = await openDatabaseToRead(config, { running, random });
  const address = running?.children?.node ?? addressOfOwn(config);
  const node = address && connectNode(address, clock);
  try {
    return findingsOf(await gatherFacts({ config, clock, random, running, database, node }));
  } finally {
    await node?.close();
    if (database.kind === "open") await database.close();
  }
}

/** The same for the service itself: undefined while it is starting or stopping. It starts no database. */
export async function examineRunning(config: Config): Promise<readonly Finding[] | undefined> {
  const running = readRunning(config.dataDir);
  return running?.children === undefined ? undefined : await examine(config, running);
}
