import type { AccountNo } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { EventId } from "../model/event.ts";
import type { EventNo } from "../model/stream.ts";

/** Where the events and the money of an owner are. */
export type Standing = {
  /** Undefined: the owner has no event. */
  readonly newest: { readonly id: EventId; readonly no: EventNo } | undefined;
  /** The newest posting of the wallet's account. Never on the wire. */
  readonly posting: bigint;
  /** Of a project: its members, settings, keys and applications, as a text. Never on the wire. */
  readonly changes: string;
};

/** In the order of the owners. */
export async function listStandings(
  db: Db,
  owners: readonly { readonly ownerId: string; readonly account: AccountNo }[],
): Promise<readonly Standing[]> {
  const rows = await db.query<{
    id: EventId | null;
    no: EventNo | null;
    posting: bigint;
    changes: string;
  }>(sql`
    select newest.id, newest.no, ledger.head_of(o.account) as posting,
           concat_ws(' ', members.changes_of(o.id), projects.changes_of(o.id), oauth.changes_of(o.id)) as changes
      from unnest(
             ${owners.map(({ ownerId }) => ownerId)}::uuid[], ${owners.map(({ account }) => String(account))}::bigint[])
             with ordinality as o(id, account, place)
      left join lateral (
        select e.id, e.no
          from events.event e
         where e.owner_id = o.id
         order by e.no desc
         limit 1) newest on true
     order by o.place`);
  return rows.map(({ id, no, posting, changes }) => {
    return { newest: id === null || no === null ? undefined : { id, no }, posting, changes };
  });
}
