import type { ProjectId, UserId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { sha256 } from "./model/sha256.ts";
import { findApp } from "./store/apps.ts";
import { findTokens } from "./store/batched.ts";

type Deps = { readonly batch: Batch; readonly db: Db };

/**
 * Whose access token this is, whose application it was given to, and whether it lets the application read the e-mail
 * address. Undefined when it is unknown, expired or revoked.
 */
export async function findTokenHolder(
  { batch, db }: Deps,
  token: string,
): Promise<{ readonly userId: UserId; readonly projectId: ProjectId; readonly readsEmail: boolean } | undefined> {
  const holder = await batch(findTokens, sha256(token));
  if (holder === undefined) return undefined;
  const readsEmail = holder.scopes.some((scope) => scope === "user" || scope === "email");
  const app = await findApp(db, holder.clientId);
  return app === undefined || app.revokedAt !== undefined
    ? undefined
    : { userId: holder.userId, projectId: app.projectId, readsEmail };
}
