import { isUuid, type UserId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import { foldGamertag } from "./model/gamertag.ts";
import type { User } from "./model/user.ts";

type UserRow = {
  readonly [Field in keyof User]: undefined extends User[Field] ? Date | null : User[Field];
};

function toUser({ emailVerifiedAt, gamertagChangedAt, blockedAt, ...row }: UserRow): User {
  return {
    ...row,
    emailVerifiedAt: emailVerifiedAt ?? undefined,
    gamertagChangedAt: gamertagChangedAt ?? undefined,
    blockedAt: blockedAt ?? undefined,
  };
}

export async function findUser(db: Db, id: UserId): Promise<User | undefined> {
  return await findBy(db, { id });
}

/** `email` as `emailAddress` gives it. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return await findBy(db, { email });
}

/** The user whose present gamertag this is, upper and lower case alike. Former gamertags are not looked at. */
export async function findUserByGamertag(db: Db, gamertag: string): Promise<User | undefined> {
  return await findBy(db, { name: foldGamertag(gamertag) });
}

/** The user with this id, this e-mail address or this present gamertag; no text can be two of them. */
export async function findUserByAny(db: Db, text: string): Promise<User | undefined> {
  const lower = text.trim().toLowerCase();
  return await findBy(db, { id: isUuid(lower) ? lower : undefined, email: lower, name: lower });
}

async function findBy(
  db: Db,
  { id, email, name }: { readonly id?: string | undefined; readonly email?: string; readonly name?: string },
): Promise<User | undefined> {
  const [row] = await db.query<UserRow>(sql`
    select id, wallet_id as "walletId", email, email_verified_at as "emailVerifiedAt", gamertag,
           gamertag_changed_at as "gamertagChangedAt", public_bio as "publicBio", image, twitter, website,
           created_at as "createdAt", blocked_at as "blockedAt"
      from users.user
     where id = ${id ?? null}
        or email = ${email ?? null}
        or name = ${name ?? null}`);
  return row && toUser(row);
}

/** Newest first, those before `before` when it is given. */
export async function listUsers(
  db: Db,
  { before, limit }: { readonly before: UserId | undefined; readonly limit: number },
): Promise<User[]> {
  const rows = await db.query<UserRow>(sql`
    select id, wallet_id as "walletId", email, email_verified_at as "emailVerifiedAt", gamertag,
           gamertag_changed_at as "gamertagChangedAt", public_bio as "publicBio", image, twitter, website,
           created_at as "createdAt", blocked_at as "blockedAt"
      from users.user
     where id < coalesce(${before ?? null}, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
     order by id desc
     limit ${limit}`);
  return rows.map(toUser);
}

type Changed =
  | { readonly kind: "changed" | "not_found" | "taken" }
  | { readonly kind: "too_early"; readonly changedAt: Date };

/** Runs `users.change_gamertag`. */
export async function updateGamertag(
  db: Db,
  change: { readonly id: UserId; readonly gamertag: string; readonly now: Date; readonly changedBefore: Date },
): Promise<Changed> {
  const { id, gamertag, now, changedBefore } = change;
  const { outcome, changedAt } = one(
    await db.query<{ outcome: Changed["kind"]; changedAt: Date }>(sql`
      select outcome, changed_at as "changedAt"
        from users.change_gamertag(${now}, ${id}, ${gamertag}, ${foldGamertag(gamertag)}, ${changedBefore})`),
  );
  return outcome === "too_early" ? { kind: outcome, changedAt } : { kind: outcome };
}

/** False when the user has another address. One that was proved before stays as it is. */
export async function updateEmailVerified(
  db: Db,
  { id, email, now }: { readonly id: UserId; readonly email: string; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update users.user
       set email_verified_at = coalesce(email_verified_at, ${now})
     where id = ${id}
       and email = ${email}
    returning 1`);
  return rows.length === 1;
}

/** Users whose wallet is not theirs, or has another name than their gamertag. */
export async function listUsersWithoutWallet(tx: Tx, limit: number): Promise<{ readonly id: UserId }[]> {
  return await tx.query(sql`
    select u.id
      from users.user u
      left join wallets.list_owned('user') w
        on w.id = u.wallet_id
       and w.owner = u.id
     where w.name is distinct from u.name
        or u.name <> lower(u.gamertag collate "C")
     limit ${limit}`);
}

/** Wallets of users that no user has. */
export async function listWalletsWithoutUser(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    select w.id
      from wallets.list_owned('user') w
     where not exists (
       select from users.user u
        where u.id = w.owner
          and u.wallet_id = w.id)
     limit ${limit}`);
}
