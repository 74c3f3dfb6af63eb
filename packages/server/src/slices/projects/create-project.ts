import type { Random } from "#kernel/clock.ts";
import { newId, type ProjectId, type WalletId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import { createMany } from "./batched.ts";
import { nameForms, type Project, ProjectNameTaken } from "./model/project.ts";

/**
 * Creates a project with an empty wallet. Its handle comes from its name, with a number when another project has it.
 *
 * @throws {InvalidInput} when `name` is not a project name.
 * @throws {ProjectNameTaken} when a project has this name, upper and lower case alike.
 */
export async function createProject(
  { batch, random }: { batch: Batch; random: Random },
  input: { readonly name: string },
): Promise<Project> {
  const { name, handle } = nameForms(input.name);
  const project = await batch(createMany, {
    id: newId<ProjectId>(random),
    walletId: newId<WalletId>(random),
    name,
    handle,
  });
  if (project === undefined) throw new ProjectNameTaken(name);
  return project;
}
