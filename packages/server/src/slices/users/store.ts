import { isUuid, type UserId } from "#kernel/ids.ts";
import { type Db, one, part, sql, type Tx } from "#platform/database/db.ts";
import { chooseLanguage, type Language } from "#texts/language.ts";
import { foldGamertag } from "./model/gamertag.ts";
import { LEVELS, type LevelLimits, LIMIT_NAMES, type LimitName, type UserLimitChanges } from "./model/level.ts";
import type { ProfileChanges } from "./model/profile.ts";
import type { User } from "./model/user.ts";

type UserRow = {
  readonly [Field in keyof Omit<User, "limitsByHand" | "language">]: undefined extends User[Field]
    ? Date | null
    : User[Field];
} & { readonly limitsByHand: readonly string[]; readonly language: string | null };

function toUser({
  emailVerifiedAt,
  identityVerifiedAt,
  gamertagChangedAt,
  blockedAt,
  limitsByHand,
  language,
  ...row
}: UserRow): User {
  return {
    ...row,
    limitsByHand: LIMITS.filter((name) => limitsByHand.includes(LIMIT_NAMES[name])),
    emailVerifiedAt: emailVerifiedAt ?? undefined,
    identityVerifiedAt: identityVerifiedAt ?? undefined,
    gamertagChangedAt: gamertagChangedAt ?? undefined,
    blockedAt: blockedAt ?? undefined,
    language: chooseLanguage(language === null ? [] : [language]),
  };
}

const LIMITS = Object.keys(LIMIT_NAMES) as LimitName[];

export type AcceptedTerms = { readonly version: string; readonly acceptedAt: Date };

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

const USER = part`
           id, wallet_id as "walletId", email, email_verified_at as "emailVerifiedAt", gamertag,
           identity_verified_at as "identityVerifiedAt", level, limits_by_hand as "limitsByHand",
           gamertag_changed_at as "gamertagChangedAt", public_bio as "publicBio", image, twitter, website, language,
           created_at as "createdAt", blocked_at as "blockedAt"`;

/** Of these users those that there are. */
export async function listUsersById(db: Db, ids: readonly UserId[]): Promise<readonly User[]> {
  const rows = await db.query<UserRow>(sql`
    select ${USER}
      from users.user
     where id = any (${ids}::uuid[])`);
  return rows.map(toUser);
}

async function findBy(
  db: Db,
  { id, email, name }: { readonly id?: string | undefined; readonly email?: string; readonly name?: string },
): Promise<User | undefined> {
  const [row] = await db.query<UserRow>(sql`
    select ${USER}
      from users.user
     where id = ${id ?? null}
        or email = ${email ?? null}
        or name = ${name ?? null}`);
  return row && toUser(row);
}

export type OpenUser = { readonly id: UserId; readonly isBlocked: boolean };

/** Of these the users whose account is not closed. */
export async function listOpenUsers(db: Db, ids: readonly string[]): Promise<readonly OpenUser[]> {
  return await db.query<OpenUser>(sql`
    select id, blocked_at is not null as "isBlocked"
      from users.user
     where id = any (${ids}::uuid[])
       and closed_at is null`);
}

/** Newest first, those before `before` when it is given. */
export async function listUsers(
  db: Db,
  { before, limit }: { readonly before?: UserId | undefined; readonly limit: number },
): Promise<User[]> {
  const rows = await db.query<UserRow>(sql`
    select ${USER}
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

type Marked = "marked" | "not_found" | "other_email";

/** Runs `users.mark_verified`. */
export async function updateVerified(
  db: Db,
  mark: { readonly id: UserId; readonly email?: string; readonly identity?: true; readonly now: Date },
): Promise<Marked> {
  const { id, email, identity, now } = mark;
  const rows = await db.query<{ outcome: Marked }>(sql`
    select users.mark_verified(${now}, ${id}, ${email ?? null}, ${identity ?? false}) as outcome`);
  return one(rows).outcome;
}

/** `over`: also where a language is known. */
export async function updateLanguage(
  db: Db,
  { id, language, over }: { readonly id: UserId; readonly language: Language; readonly over: boolean },
): Promise<void> {
  await db.query(sql`
    update users.user
       set language = ${language}
     where id = ${id}
       and (language is null or ${over})`);
}

/** Writes that a user accepts a version of the terms, unless it is written. */
export async function insertAccepted(
  db: Db,
  { id, version, now }: { readonly id: UserId; readonly version: string; readonly now: Date },
): Promise<void> {
  await db.query(sql`
    insert into users.terms_accepted (user_id, version, accepted_at)
    values (${id}, ${version}, ${now})
        on conflict (user_id, version) do nothing`);
}

/** The versions of the terms that a user has accepted, the newest acceptance first. */
export async function listAcceptedTerms(db: Db, id: UserId): Promise<readonly AcceptedTerms[]> {
  return await db.query<AcceptedTerms>(sql`
    select version, accepted_at as "acceptedAt"
      from users.terms_accepted
     where user_id = ${id}
     order by accepted_at desc, version desc`);
}

/** Changes the texts that `changes` names. False when there is no such user. */
export async function updateProfile(
  db: Db,
  id: UserId,
  { publicBio, image, twitter, website }: ProfileChanges,
): Promise<boolean> {
  const rows = await db.query(sql`
    update users.user
       set public_bio = coalesce(${publicBio ?? null}, public_bio),
           image = coalesce(${image ?? null}, image),
           twitter = coalesce(${twitter ?? null}, twitter),
           website = coalesce(${website ?? null}, website)
     where id = ${id}
    returning id`);
  return rows.length > 0;
}

/** Runs `users.set_limits`: false when there is no such user. */
export async function updateLimitsOfUser(
  db: Db,
  id: UserId,
  { set, byLevel }: UserLimitChanges,
  now: Date,
): Promise<boolean> {
  const names = (limits: readonly LimitName[]) => limits.map((name) => LIMIT_NAMES[name]);
  const { daily, weekly, monthly, maxBalance } = set;
  const rows = await db.query<{ known: boolean }>(sql`
    select users.set_limits(
             ${now}, ${id}, ${names(Object.keys(set) as LimitName[])}::text[], ${names(byLevel)}::text[], ${daily ?? null},
             ${weekly ?? null}, ${monthly ?? null}, ${maxBalance ?? null}) as known`);
  return one(rows).known;
}

/** Runs `users.set_levels`. */
export async function updateLevels(db: Db, limits: LevelLimits): Promise<void> {
  const of = (name: LimitName) => LEVELS.map((level) => limits[level][name] ?? null);
  await db.query(sql`
    select users.set_levels(
             ${LEVELS}::text[], ${of("daily")}::bigint[], ${of("weekly")}::bigint[], ${of("monthly")}::bigint[],
             ${of("maxBalance")}::bigint[])`);
}

/** A level whose limits have changed, and not for all of its users yet. */
export type LevelChange = { readonly name: string; readonly revision: number };

const CHANGED = part`applied <> revision`;

export const isAnyLevelChanged = () => part`exists (select from users.level where ${CHANGED})`;

export async function listLevelChanges(db: Db): Promise<LevelChange[]> {
  return await db.query<LevelChange>(sql`
    select name, revision
      from users.level
     where ${CHANGED}`);
}

/** Records that the accounts of all users have what the levels had at these revisions. */
export async function saveApplied(db: Db, changes: readonly LevelChange[]): Promise<void> {
  await db.query(sql`
    update users.level l
       set applied = c.revision
      from unnest(${changes.map(({ name }) => name)}::text[], ${changes.map(({ revision }) => revision)}::int[]) as c(name, revision)
     where l.name = c.name
       and l.applied < c.revision`);
}

/** The next users by id, and whether their accounts have other limits than their levels. */
export async function listDueLimits(
  db: Db,
  { after, limit }: { readonly after?: UserId | undefined; readonly limit: number },
): Promise<{ readonly id: UserId; readonly isDue: boolean }[]> {
  return await db.query(sql`
    with page as materialized (
      select array(
        select u.id
          from users.user u
         where u.id > coalesce(${after ?? null}, '00000000-0000-0000-0000-000000000000'::uuid)
         order by u.id
         limit ${limit}) as ids)
    select d.id, d.is_due as "isDue"
      from page
     cross join lateral users.due_limits(page.ids) d
     order by d.id`);
}

/** Runs `users.apply_levels`: returns how many accounts were changed. */
export async function applyLevelsTo(db: Db, ids: readonly UserId[], now: Date): Promise<number> {
  const rows = await db.query<{ changed: number }>(sql`
    select users.apply_levels(${now}, ${ids}::uuid[]) as changed`);
  return one(rows).changed;
}

/** Accounts of users that have other limits than the level of the user, whose changes have reached all accounts. */
export async function listWrongLimits(
  tx: Tx,
  limit: number,
): Promise<{ readonly id: UserId; readonly level: string }[]> {
  return await tx.query(sql`
    select u.id, u.level
      from users.user u
      join users.level l
        on l.name = u.level
       and l.applied = l.revision
      join wallets.list_owned('user') w
        on w.id = u.wallet_id
      join ledger.list_limits() a
        on a.no = w.account
     where (a.daily is distinct from l.daily and not 'daily' = any (u.limits_by_hand))
        or (a.weekly is distinct from l.weekly and not 'weekly' = any (u.limits_by_hand))
        or (a.monthly is distinct from l.monthly and not 'monthly' = any (u.limits_by_hand))
        or (a.max_balance is distinct from l.max_balance and not 'max_balance' = any (u.limits_by_hand))
     limit ${limit}`);
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
