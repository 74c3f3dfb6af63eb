import { connectNode } from "#adapters/lightning/choose.ts";
import type { Config } from "#config.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { type Role, startServer } from "#service/server.ts";
import { provedBackups } from "./backup/proved-at.ts";
import { requireOwner } from "./data-folder.ts";
import { live, openDoor, type Terminal } from "./life.ts";
import { demoOf } from "./provision.ts";
import { type ChildAddresses, type Running, readRunning, requireSameVersion } from "./run-file.ts";
import { fileWitness } from "./witness.ts";

/**
 * One more process of the service, on the database and the node of the installation that runs on this data folder.
 * Resolves when a signal has stopped it, or the end of that installation: the next one has another database address.
 *
 * @throws {OperatorError} when none runs.
 */
export async function join(asked: Config, role: Exclude<Role, "all">, terminal: Terminal): Promise<void> {
  requireOwner(asked);
  const { pid, instanceId, baseUrl, children } = requireReady(readRunning(asked.dataDir), asked);
  const publicUrl = asked.publicUrl ?? baseUrl; // the addresses of its wallets are internal for this process too
  await live(
    asked,
    terminal,
    () => undefined, // nothing of ours outlives us
    async (life) => {
      life.shutdown.stopWhen("the installation that it joined", () => !isOpen(readRunning(asked.dataDir), pid));
      const { frontDoor, config } = await openDoor(life, { ...asked, publicUrl });
      const server = await life.progress.step(role, () =>
        startServer({
          ...life,
          config,
          role,
          instanceId,
          database: children.database,
          frontDoor,
          witness: fileWitness(asked, instanceId),
          node: connectNode(children.node, life.clock),
          demo: demoOf(children.network, config.dataDir),
          provedBackupAt: provedBackups(config),
        }),
      );
      life.shutdown.add(server.stop);
      life.progress.print(`Leyden (${role}) is ready: ${frontDoor.url}`);
    },
  );
}

/** Whether the installation of that process is still there for those that join it. */
function isOpen(running: Running | undefined, pid: number): boolean {
  return running?.pid === pid && running.children !== undefined;
}

function requireReady(running: Running | undefined, { dataDir }: Config): Running & { children: ChildAddresses } {
  if (running?.children === undefined)
    throw new OperatorError(
      `nothing runs yet on the data folder ${dataDir}, so there is no database and no node to join`,
      "Start it with `npm start` first.",
    );
  requireSameVersion(running);
  return { ...running, children: running.children };
}
