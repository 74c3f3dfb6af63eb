import type { UserId, WalletId } from "#kernel/ids.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { SessionId } from "../model/session.ts";

type Closed = {
  readonly outcome: "closed" | "not_found" | "not_empty" | "pending";
  readonly ended: readonly SessionId[];
};

/** Runs `login.close_account`. */
export async function updateClosed(
  db: Db,
  { now, id, walletId }: { readonly now: Date; readonly id: UserId; readonly walletId: WalletId },
): Promise<Closed> {
  return one(
    await db.query<Closed>(sql`
    select outcome, coalesce(ended, '{}') as ended
      from login.close_account(${now}, ${id}, ${walletId})`),
  );
}
