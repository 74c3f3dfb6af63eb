import type { ProjectId, UserId } from "#kernel/ids.ts";
import { type Db, part, sql, type Tx } from "#platform/database/db.ts";
import type { LetterKind } from "../model/letter.ts";
import type { Purchase } from "../model/purchase.ts";
import { type PurchaseRow, toPurchase } from "./purchase-row.ts";

type Wanted = { readonly since: Date; readonly limit: number };

/** Purchases in this state since a time whose person was not written to about it. Oldest first. */
export async function listUntold(
  db: Db,
  { state, kind, since, limit }: Wanted & { readonly state: Purchase["progress"]["kind"]; readonly kind: LetterKind },
): Promise<Purchase[]> {
  const rows = await db.query<PurchaseRow>(sql`
    select q.*
      from ramp.purchase q
     where q.state = ${state}
       and q.state in ('delivering', 'completed', 'refunded')
       and q.changed_at >= ${since}
       and (${kind} <> 'sent' or q.chain_fee_msats is not null)
       and not exists (
         select 1
           from ramp.letter l
          where l.subject_id = q.id
            and l.kind = ${kind})
     order by q.changed_at
     limit ${limit}`);
  return rows.map(toPurchase);
}

export type Decided = {
  readonly userId: UserId;
  /** The try. */
  readonly subject: string;
  /** In whose session the try was begun. */
  readonly projectId: ProjectId;
  readonly kind: "approved" | "rejected";
};

/** People whose identity was decided since a time, and who were not written to about it. Oldest first. */
export async function listDecided(db: Db, { since, limit }: Wanted): Promise<Decided[]> {
  return await db.query<Decided>(sql`
    select c.user_id as "userId", c.try_id as subject, s.project_id as "projectId", c.identity as kind
      from ramp.customer c
      join ramp.session s on s.id = c.session_id
     where c.identity in ('approved', 'rejected')
       and c.try_id is not null
       and c.changed_at >= ${since}
       and not exists (
         select 1
           from ramp.letter l
          where l.subject_id = c.try_id
            and l.kind = c.identity)
     order by c.changed_at
     limit ${limit}`);
}

/** Whether `listUntold` or `listDecided` has any, of whichever state. */
export function isAnyUntold(since: Date) {
  return part`
    exists (
      select
        from ramp.purchase q
       where q.state in ('delivering', 'completed', 'refunded')
         and q.changed_at >= ${since}
         and (q.state <> 'delivering' or q.chain_fee_msats is not null)
         and not exists (
           select
             from ramp.letter l
            where l.subject_id = q.id
              and l.kind = case q.state when 'delivering' then 'sent' else q.state end))
    or exists (
      select
        from ramp.customer c
       where c.identity in ('approved', 'rejected')
         and c.try_id is not null
         and c.changed_at >= ${since}
         and not exists (
           select
             from ramp.letter l
            where l.subject_id = c.try_id
              and l.kind = c.identity))`;
}

/** Letters about what is too old to be written about again. */
export async function deleteOldLetters(db: Db, before: Date): Promise<void> {
  await db.query(sql`
    delete from ramp.letter
     where written_at < ${before}`);
}

/** Writes down that somebody is written to. False when that was done before. */
export async function insertLetter(
  tx: Tx,
  { subject, kind, now }: { readonly subject: string; readonly kind: LetterKind; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into ramp.letter (subject_id, kind, written_at)
    values (${subject}, ${kind}, ${now})
        on conflict do nothing
    returning subject_id`);
  return rows.length === 1;
}
