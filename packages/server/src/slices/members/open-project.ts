import { IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Actor } from "#kernel/caller.ts";
import type { Random } from "#kernel/clock.ts";
import { newId, type ProjectId, type UserId, type WalletId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { findProject, nameForms, ProjectNameTaken, ProjectNotFound, setContact } from "#projects";
import { emailAddress } from "#protocol/email-address.ts";
import { findUser } from "#users";
import { openMany } from "./batched.ts";
import { TooManyProjects } from "./model/member.ts";
import { newMember } from "./model/new-member.ts";

export type OpenDeps = { readonly db: Db; readonly batch: Batch; readonly random: Random };

export type OpenProject = {
  readonly by: Extract<Actor, { readonly kind: "user" }>;
  readonly name: string;
  readonly idempotencyKey?: string | undefined;
};

export type OpenedProject = {
  readonly id: ProjectId;
  readonly name: string;
  readonly handle: string;
  readonly replayed: boolean;
};

/**
 * Makes a project with an empty wallet, whose owner is the user who asks. Mails about it go to this owner, until the
 * settings name somebody else.
 *
 * @throws {InvalidInput} when `name` is not a project name.
 * @throws {ProjectNameTaken} {TooManyProjects} {IdempotencyMismatch}
 */
export async function openProject(
  { db, batch, random }: OpenDeps,
  { by, name: asked, idempotencyKey }: OpenProject,
): Promise<OpenedProject> {
  const forms = nameForms(asked);
  const { name } = forms;
  const idempotency = idempotencyOf(by, "projects", idempotencyKey, { name });
  const id = newId<ProjectId>(random);
  const walletId = newId<WalletId>(random);
  const { id: memberId, ...member } = newMember(random, by.userId);
  const opened = await batch(openMany, { id, walletId, ...forms, memberId, ...member, idempotency });
  switch (opened.kind) {
    case "created":
      await writeTo(db, id, by.userId);
      return { id, name, handle: opened.handle, replayed: false };
    case "replay": {
      const before = await findProject(db, opened.project);
      if (before === undefined) throw new ProjectNotFound(opened.project);
      return { id: before.id, name: before.name, handle: before.handle, replayed: true };
    }
    case "mismatch":
      throw new IdempotencyMismatch();
    case "name_taken":
      throw new ProjectNameTaken(name);
    case "too_many":
      throw new TooManyProjects();
  }
}

/** Lost when the process ends before it: then mails have no recipient, as the settings show. */
async function writeTo(db: Db, project: ProjectId, id: UserId): Promise<void> {
  const user = await findUser(db, id);
  if (user?.emailVerifiedAt === undefined) return;
  await setContact({ db }, { project, address: emailAddress(user.email, "contact") });
}
