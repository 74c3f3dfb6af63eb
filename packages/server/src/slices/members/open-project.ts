import type { Random } from "#kernel/clock.ts";
import { newId, type ProjectId, type UserId, type WalletId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import { nameForms, ProjectNameTaken } from "#projects";
import { openMany } from "./batched.ts";
import { TooManyProjects } from "./model/member.ts";
import { newMember } from "./model/new-member.ts";

export type OpenDeps = { readonly batch: Batch; readonly random: Random };

/**
 * Makes a project with an empty wallet, whose owner the user is.
 *
 * @throws {InvalidInput} when `name` is not a project name.
 * @throws {ProjectNameTaken} {TooManyProjects}
 */
export async function openProject(
  { batch, random }: OpenDeps,
  { userId, name: asked }: { readonly userId: UserId; readonly name: string },
): Promise<{ readonly id: ProjectId; readonly name: string; readonly handle: string }> {
  const forms = nameForms(asked);
  const id = newId<ProjectId>(random);
  const { id: memberId, ...member } = newMember(random, userId);
  const opened = await batch(openMany, { id, walletId: newId<WalletId>(random), ...forms, memberId, ...member });
  switch (opened.kind) {
    case "created":
      return { id, name: forms.name, handle: opened.handle };
    case "name_taken":
      throw new ProjectNameTaken(forms.name);
    case "too_many":
      throw new TooManyProjects();
  }
}
