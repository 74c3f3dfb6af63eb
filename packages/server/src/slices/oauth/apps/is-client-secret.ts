import { timingSafeEqual } from "node:crypto";
import type { Db } from "#platform/database/db.ts";
import { hashOfClientSecret } from "../model/app.ts";
import { findClient } from "../store/apps.ts";

/** Whether an application has this secret now. */
export async function isClientSecret(
  db: Db,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<boolean> {
  const client = await findClient(db, clientId);
  const given = hashOfClientSecret(clientSecret);
  return client?.secretHashes.some((known) => timingSafeEqual(known, given)) === true;
}
