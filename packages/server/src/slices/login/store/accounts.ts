import type { UserId, WalletId } from "#kernel/ids.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { SessionId, Visitor } from "../model/session.ts";

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

/** Runs `login.block_user`. False when there is no such user. */
export async function updateBlocked(
  db: Db,
  now: Date,
  { id, isBlocked }: { readonly id: UserId; readonly isBlocked: boolean },
): Promise<boolean> {
  const { outcome } = one(
    await db.query<{ outcome: "changed" | "not_found" }>(sql`
      select login.block_user(${now}, ${id}, ${isBlocked}) as outcome`),
  );
  return outcome === "changed";
}

type NewEmail = {
  readonly userId: UserId;
  readonly email: EmailAddress;
  readonly addressHash: Uint8Array;
  /** That stays. */
  readonly session: SessionId;
  readonly visitor: Visitor;
  /** Of the security events: the address, and the sessions that ended. */
  readonly eventIds: readonly [string, string];
};

type EmailChanged = {
  readonly outcome: "changed" | "not_found" | "email_taken";
  readonly ended: readonly SessionId[];
};

/** Runs `login.change_email`. */
export async function updateEmail(
  db: Db,
  now: Date,
  { userId, email, addressHash, session, visitor, eventIds: [event, endedEvent] }: NewEmail,
): Promise<EmailChanged> {
  return one(
    await db.query<EmailChanged>(sql`
      select outcome, coalesce(ended, '{}') as ended
        from login.change_email(
          ${now}, ${userId}, ${email}, ${addressHash}, ${session}, ${visitor.userAgent}, ${visitor.network}, ${event},
          ${endedEvent})`),
  );
}

/** Runs `login.set_email`. */
export async function saveEmail(
  db: Db,
  {
    now,
    id,
    email,
    event,
  }: { readonly now: Date; readonly id: UserId; readonly email: EmailAddress; readonly event: string },
): Promise<EmailChanged["outcome"]> {
  const rows = await db.query<Pick<EmailChanged, "outcome">>(sql`
    select login.set_email(${now}, ${id}, ${email}, ${event}) as outcome`);
  return one(rows).outcome;
}
