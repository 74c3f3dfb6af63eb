import type { Clock } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import { msats } from "#kernel/money.ts";
import { type LimitChanges, setLimits, tellLimits } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { findWallet } from "#wallets";
import { feeCeiling, type Project, ProjectNameTaken, ProjectNotFound, projectName } from "./model/project.ts";
import { updateProject } from "./store.ts";

/** What changes; what is not named stays. */
export type ProjectChanges = {
  readonly name?: string | undefined;
  readonly feeCeilingBasisPoints?: bigint | undefined;
  readonly internalIdIsUnique?: boolean | undefined;
  /** Limits of the wallet. */
  readonly limits?: LimitChanges | undefined;
};

/**
 * Changes the settings of a project and the limits of its wallet. Limits hold from the next payment on, the settings
 * within 5 s in processes that know the project's key. A new name leaves the handle as it is: others may have
 * written the address down.
 *
 * @throws {InvalidInput} when a value is not allowed; nothing is changed then.
 * @throws {ProjectNameTaken} {ProjectNotFound} nothing is changed then.
 */
export async function changeProject(
  { db, clock, journal }: { db: Db; clock: Clock; journal: Pick<Journal, "appendIfPossible"> },
  project: Pick<Project, "id" | "walletId">,
  { limits, ...changes }: ProjectChanges,
): Promise<void> {
  const name = changes.name === undefined ? undefined : projectName(changes.name);
  const ceiling = changes.feeCeilingBasisPoints;
  const settings = {
    name,
    feeCeilingBasisPoints: ceiling === undefined ? undefined : feeCeiling(ceiling),
    internalIdIsUnique: changes.internalIdIsUnique,
  };

  switch (await updateProject(db, project.id, settings)) {
    case "changed":
      break;
    case "name_taken":
      throw new ProjectNameTaken(name ?? "");
    case "not_found":
      throw new ProjectNotFound(project.id);
  }
  if (ceiling !== undefined)
    await journal.appendIfPossible({ what: "ceiling.set", id: project.id, amount: msats(ceiling) });
  const wallet = limits && (await findWallet(db, project.walletId));
  if (limits === undefined || wallet === undefined) return;
  await setLimits({ db, clock }, wallet.account, limits);
  await tellLimits({ journal }, project.id, { set: limits });
}
