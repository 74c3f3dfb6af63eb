import type { AccountNo, UserId } from "#kernel/ids.ts";
import type { PostingNo } from "#ledger";
import { type Db, one, part, sql } from "#platform/database/db.ts";

/** A user who wants a mail when money arrives, and whose wallet has moved since the last look. */
export type DueWish = { readonly userId: UserId; readonly seenNo: PostingNo };

const due = (toldBefore: Date) => part`
  (w.told_at is null or w.told_at <= ${toldBefore})
  and ledger.head_of(w.account_no) > w.seen_no`;

export const isAnyWishDue = (toldBefore: Date) => part`
  exists (select from notices.receipt_wish w where ${due(toldBefore)})`;

/**
 * Users whose wallets have moved since they were told, and who got no mail since `toldBefore`; those who wait longest
 * first.
 */
export async function listDueWishes(
  db: Db,
  { toldBefore, limit }: { readonly toldBefore: Date; readonly limit: number },
): Promise<readonly DueWish[]> {
  return await db.query<DueWish>(sql`
    select w.user_id as "userId", w.seen_no as "seenNo"
      from notices.receipt_wish w
     where ${due(toldBefore)}
     order by w.told_at nulls first, w.user_id
     limit ${limit}`);
}

export async function findIsWished(db: Db, userId: UserId): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
      from notices.receipt_wish
     where user_id = ${userId}`);
  return rows.length > 0;
}

/** Of these users those who want mails, and since when. */
export async function listWishes(
  db: Db,
  userIds: readonly string[],
): Promise<readonly { readonly userId: UserId; readonly wishedAt: Date }[]> {
  return await db.query(sql`
    select user_id as "userId", wished_at as "wishedAt"
      from notices.receipt_wish
     where user_id = any (${userIds}::uuid[])`);
}

/** What has moved until now is not told. A wish that is there stays as it is. */
export async function insertWish(
  db: Db,
  { userId, account, now }: { readonly userId: UserId; readonly account: AccountNo; readonly now: Date },
): Promise<void> {
  await db.query(sql`
    insert into notices.receipt_wish (user_id, account_no, seen_no, wished_at)
    values (${userId}, ${account}, ledger.head_of(${account}), ${now})
        on conflict (user_id) do nothing`);
}

/** `wishedBefore`: only a wish from before. False: there was none. */
export async function deleteWish(db: Db, userId: UserId, wishedBefore?: Date): Promise<boolean> {
  const rows = await db.query(sql`
    delete from notices.receipt_wish
     where user_id = ${userId}
       and wished_at < coalesce(${wishedBefore ?? null}::timestamptz, 'infinity')
    returning user_id`);
  return rows.length > 0;
}

export type ToldOfReceipts = DueWish & {
  readonly newest: PostingNo;
  /** As `sql/tell_received.sql` takes it; undefined: there is nothing to tell. */
  readonly mail: object | undefined;
};

/** Runs `notices.tell_received`: false when another process has told it, or the wish is gone. */
export async function writeReceived(
  db: Db,
  now: Date,
  { userId, seenNo, newest, mail }: ToldOfReceipts,
): Promise<boolean> {
  const row = mail === undefined ? null : JSON.stringify(mail);
  const rows = await db.query<{ readonly isWritten: boolean }>(sql`
    select notices.tell_received(
             ${now}::timestamptz, ${userId}, ${seenNo}, ${newest}, ${row}::jsonb) as "isWritten"`);
  return one(rows).isWritten;
}
