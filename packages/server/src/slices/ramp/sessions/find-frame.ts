import { isUuid } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { SessionId } from "../model/session.ts";
import { findOrigins, findSession } from "../store/sessions.ts";

/** Where the page of a session may be shown in a frame; undefined when there is no such session. */
export async function findFrame(
  { db }: { readonly db: Db },
  id: string,
): Promise<{ readonly origins: readonly string[] } | undefined> {
  const session = isUuid(id) ? await findSession(db, id as SessionId) : undefined;
  return session && { origins: await findOrigins(db, session.projectId) };
}
