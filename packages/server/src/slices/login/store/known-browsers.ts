import type { UserId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { KnownBrowserId } from "../model/known-browser.ts";

/** Whether the browser was logged in before as the user, or as the user who has the address. */
export async function findKnownBrowser(
  db: Db,
  now: Date,
  {
    browserHash,
    userId,
    addressHash,
  }: {
    readonly browserHash: Uint8Array;
    readonly userId?: UserId | undefined;
    readonly addressHash?: Uint8Array | undefined;
  },
): Promise<KnownBrowserId | undefined> {
  const [row] = await db.query<{ id: KnownBrowserId }>(sql`
    select id
      from login.known_browser
     where secret_hash = ${browserHash}
       and (user_id = ${userId ?? null} or address_hash = ${addressHash ?? null})
       and expires_at > ${now}
     limit 1`);
  return row?.id;
}

/** The browser logs out and gets another secret; it stays known. */
export async function moveBrowser(db: Db, fromHash: Uint8Array, toHash: Uint8Array): Promise<void> {
  await db.query(sql`
    select login.move_browser(${fromHash}, ${toHash})`);
}
