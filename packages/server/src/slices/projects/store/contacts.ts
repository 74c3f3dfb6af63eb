import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { Language } from "#texts/language.ts";

/** Whom a project wants to be told of what it should know, and from when on its wallet is low. */
export type Contact = { readonly address: EmailAddress | undefined; readonly lowBalance: Msats | undefined };

type ContactRow = { readonly [Name in keyof Contact]: Exclude<Contact[Name], undefined> | null };

/** Undefined when there is no such project. */
export async function findContact(db: Db, id: ProjectId): Promise<Contact | undefined> {
  const [row] = await db.query<ContactRow>(sql`
    select contact as address, low_balance_msats as "lowBalance"
      from projects.project
     where id = ${id}`);
  return row && { address: row.address ?? undefined, lowBalance: row.lowBalance ?? undefined };
}

/** A project that somebody can be told about, and what its wallet holds, in msats. */
export type ReachableProject = {
  readonly id: ProjectId;
  readonly name: string;
  readonly contact: EmailAddress;
  readonly language: Language;
  readonly lowBalance: Msats | undefined;
  readonly balance: bigint;
};

export async function listReachable(db: Db): Promise<readonly ReachableProject[]> {
  const rows = await db.query<Omit<ReachableProject, "lowBalance"> & { readonly lowBalance: Msats | null }>(sql`
    select p.id, p.name, p.contact, p.language, p.low_balance_msats as "lowBalance", ledger.balance(w.account) as balance
      from projects.project p
     cross join lateral wallets.with_id(p.wallet_id) w
     where p.contact is not null
     order by p.id`);
  return rows.map((row) => ({ ...row, lowBalance: row.lowBalance ?? undefined }));
}

/** The addresses of all projects that have one, by their ids. */
export async function listContacts(db: Db): Promise<ReadonlyMap<ProjectId, EmailAddress>> {
  const rows = await db.query<{ readonly id: ProjectId; readonly contact: EmailAddress }>(sql`
    select id, contact
      from projects.project
     where contact is not null`);
  return new Map(rows.map(({ id, contact }) => [id, contact]));
}

/** The names of these projects, by their ids. */
export async function listNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ readonly id: string; readonly name: string }>(sql`
    select id, name
      from projects.project
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** False when there is no such project. */
export async function updateContact(db: Db, id: ProjectId, address: EmailAddress | undefined): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project
       set contact = ${address ?? null}
     where id = ${id}
    returning id`);
  return rows.length > 0;
}

/** False when there is no such project. */
export async function updateLowBalance(db: Db, id: ProjectId, limit: Msats | undefined): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project
       set low_balance_msats = ${limit ?? null}
     where id = ${id}
    returning id`);
  return rows.length > 0;
}

/** A valid key that ends. */
export type EndingKey = {
  readonly id: ProjectKeyId;
  readonly projectId: ProjectId;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly endsAt: Date;
};

/** Keys of projects with a contact that end after `now` and not after `until`. */
export async function listEndingKeys(
  db: Db,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<readonly EndingKey[]> {
  return await db.query<EndingKey>(sql`
    select k.id, k.project_id as "projectId", k.prefix, k.created_at as "createdAt", k.ends_at as "endsAt"
      from projects.project_key k
      join projects.project p on p.id = k.project_id
     where p.contact is not null
       and k.revoked_at is null
       and k.ends_at > ${now}
       and k.ends_at <= ${until}
     order by k.ends_at, k.id`);
}
