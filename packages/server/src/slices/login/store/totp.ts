import type { UserId } from "#kernel/ids.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";

/** False: the user has an app already. */
export async function insertTotp(
  tx: Tx,
  totp: { readonly userId: UserId; readonly secret: Uint8Array; readonly step: number; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into login.totp (user_id, secret, last_step, created_at)
    values (${totp.userId}, ${totp.secret}, ${BigInt(totp.step)}, ${totp.now})
        on conflict (user_id) do nothing
    returning user_id`);
  return rows.length > 0;
}

/** Sealed. */
export async function findTotpSecret(db: Db, userId: UserId): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ secret: Uint8Array }>(sql`
    select secret
      from login.totp
     where user_id = ${userId}`);
  return row?.secret;
}

/**
 * Takes the code of a step. Check and act are one statement: of two logins with one code only one gets a row, and so do
 * those with a code of an earlier step (RFC 6238, section 5.2).
 */
export async function consumeStep(db: Db, userId: UserId, step: number): Promise<boolean> {
  const rows = await db.query(sql`
    update login.totp
       set last_step = ${BigInt(step)}
     where user_id = ${userId}
       and last_step < ${BigInt(step)}
    returning user_id`);
  return rows.length > 0;
}
