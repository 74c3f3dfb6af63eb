import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { ClientId } from "../model/app.ts";
import { deleteOfUser } from "../store/artifacts.ts";
import { deleteConsent } from "../store/consents.ts";

/**
 * The user takes back what an application was allowed: its tokens are worth nothing from now on, and it has to ask
 * again. Without `clientId` all applications, as when an account is closed. Returns how many it was.
 */
export async function disconnectApp(
  { db }: { readonly db: Db },
  { userId, clientId }: { readonly userId: UserId; readonly clientId?: ClientId },
): Promise<number> {
  return await db.transaction(async (tx) => {
    await deleteOfUser(tx, { userId, clientId });
    return await deleteConsent(tx, userId, clientId);
  });
}
