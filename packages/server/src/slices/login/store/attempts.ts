import type { UserId } from "#kernel/ids.ts";
import type { NewMail } from "#mails";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import {
  ADDRESSES_PER_HOUR,
  type Attempt,
  CODES_OF_NETWORKS_PER_HOUR,
  CODES_PER_HOUR,
  type CodeOutcome,
  type Purpose,
  TRIES_MAX,
  WRONG_MAX,
} from "../model/attempt.ts";
import type { KnownBrowserId } from "../model/known-browser.ts";
import type { Revision } from "../model/revision.ts";

/** Whom a code counts for. A network is named by its hash. */
export type Asker =
  | { readonly kind: "network"; readonly hash: Uint8Array }
  /** It was logged in before as the user who has the address. */
  | { readonly kind: "browser"; readonly id: KnownBrowserId }
  /** Who has shown the first factor. */
  | { readonly kind: "user"; readonly id: UserId };

export type NewCode = {
  readonly browserHash: Uint8Array;
  readonly purpose: Purpose;
  /** Who changes the address; undefined for a login. */
  readonly userId: UserId | undefined;
  readonly addressHash: Uint8Array;
  readonly asker: Asker;
  readonly codeMac: Uint8Array;
  readonly codeUntil: Date;
  readonly expiresAt: Date;
  readonly mail: NewMail;
};

export type Requested =
  | { readonly kind: "sent" }
  | { readonly kind: "too_many_codes" | "too_many_for_address" | "too_many_addresses"; readonly retryAt: Date };

/**
 * What is known of who asks for a code: whether the browser was logged in before as who has the address, and whether
 * the code must be a long one, if it is not that browser.
 */
export async function findAsking(
  db: Db,
  now: Date,
  asking: { readonly browserHash: Uint8Array; readonly addressHash: Uint8Array; readonly networkHash: Uint8Array },
): Promise<{ readonly browser: KnownBrowserId | undefined; readonly needsLong: boolean }> {
  const { browserHash, addressHash, networkHash } = asking;
  const { browser, needsLong } = one(
    await db.query<{ browser: KnownBrowserId | null; needsLong: boolean }>(sql`
      select (select k.id
                from login.known_browser k
               where k.secret_hash = ${browserHash}
                 and k.address_hash = ${addressHash}
                 and k.expires_at > ${now}
               limit 1) as browser,
             login.needs_long_code(
               ${now}, ${addressHash}, ${networkHash}, ${WRONG_MAX.ofAddress}, ${WRONG_MAX.ofNetwork},
               ${WRONG_MAX.ofAll}) as "needsLong"`),
  );
  return { browser: browser ?? undefined, needsLong };
}

/** Runs `login.request_code`. */
export async function insertCode(db: Db, now: Date, code: NewCode): Promise<Requested> {
  const { browserHash, purpose, userId, addressHash, asker, codeMac, codeUntil, expiresAt, mail } = code;
  const networkHash = asker.kind === "network" ? asker.hash : undefined;
  const askerName = `${asker.kind} ${asker.kind === "network" ? Buffer.from(asker.hash).toString("hex") : asker.id}`;
  const { outcome, retryAt } = one(
    await db.query<{ outcome: Requested["kind"]; retryAt: Date }>(sql`
      select outcome, retry_at as "retryAt"
        from login.request_code(
          ${now}, ${browserHash}, ${purpose}, ${userId ?? null}, ${mail.recipient}, ${addressHash}, ${codeMac},
          ${codeUntil}, ${expiresAt}, ${askerName}, ${networkHash ?? null}, ${CODES_PER_HOUR},
          ${CODES_OF_NETWORKS_PER_HOUR}, ${ADDRESSES_PER_HOUR}, ${mail.id}, ${mail.kind}, ${mail.recipientHash},
          ${mail.content.subject}, ${mail.content.text}, ${mail.content.html})`),
  );
  return outcome === "sent" ? { kind: outcome } : { kind: outcome, retryAt };
}

export type ShownCode = {
  readonly browserHash: Uint8Array;
  readonly purpose: Purpose;
  readonly codeMac: Uint8Array;
  /** It has eight digits. */
  readonly isShort: boolean;
  /** Of the browser's secret after a right code. */
  readonly nextHash: Uint8Array;
  readonly expiresAt: Date;
};

export type Checked =
  | { readonly kind: "proved"; readonly email: EmailAddress; readonly userId: UserId | undefined }
  | { readonly kind: "wrong"; readonly triesLeft: number }
  | { readonly kind: "expired" | "spent" | "too_short" | "none" };

type CheckedRow = {
  readonly outcome: CodeOutcome | "none";
  readonly email: EmailAddress;
  readonly userId: UserId | null;
  readonly triesLeft: number;
};

/** Runs `login.check_code`. */
export async function updateByCode(db: Db, now: Date, shown: ShownCode): Promise<Checked> {
  const { browserHash, purpose, codeMac, isShort, nextHash, expiresAt } = shown;
  const { outcome, email, userId, triesLeft } = one(
    await db.query<CheckedRow>(sql`
      select outcome, email, user_id as "userId", tries_left as "triesLeft"
        from login.check_code(
          ${now}, ${browserHash}, ${purpose}, ${codeMac}, ${isShort}, ${nextHash}, ${expiresAt}, ${TRIES_MAX},
          ${WRONG_MAX.ofAddress}, ${WRONG_MAX.ofNetwork}, ${WRONG_MAX.ofAll})`),
  );
  switch (outcome) {
    case "proved":
      return { kind: outcome, email, userId: userId ?? undefined };
    case "wrong":
      return { kind: outcome, triesLeft };
    default:
      return { kind: outcome };
  }
}

type AttemptRow = {
  readonly state: Exclude<Attempt["kind"], "none">;
  readonly email: EmailAddress;
  readonly codeUntil: Date;
  readonly userId: UserId;
  readonly revision: Revision;
  readonly methods: readonly string[];
};

/** What the browser is at; `none` when it has begun nothing, or its time is over. */
export async function findAttempt(db: Db, browserHash: Uint8Array, purpose: Purpose, now: Date): Promise<Attempt> {
  const [row] = await db.query<AttemptRow>(sql`
    select state, email, code_until as "codeUntil", user_id as "userId", revision, methods
      from login.attempt
     where browser_hash = ${browserHash}
       and purpose = ${purpose}
       and expires_at > ${now}`);
  if (row === undefined) return { kind: "none" };
  const { state: kind, email, codeUntil, userId, revision, methods } = row;
  switch (kind) {
    case "code_sent":
      return { kind, email, codeUntil };
    case "proved":
      return { kind, email, methods };
    case "second_factor":
      return { kind, userId, revision, methods };
  }
}

export async function deleteAttempt(db: Db, browserHash: Uint8Array, purpose: Purpose): Promise<void> {
  await db.query(sql`
    delete from login.attempt
     where browser_hash = ${browserHash}
       and purpose = ${purpose}`);
}

export type SecondFactorDue = {
  readonly browserHash: Uint8Array;
  readonly userId: UserId;
  /** From before the first factor was checked. */
  readonly revision: Revision;
  readonly methods: readonly string[];
  readonly expiresAt: Date;
};

/** The first factor was the code: false when the attempt is gone or another one. */
export async function updateToSecondFactor(
  db: Db,
  { browserHash, userId, revision, methods, expiresAt }: SecondFactorDue,
): Promise<boolean> {
  const rows = await db.query(sql`
    update login.attempt
       set state = 'second_factor',
           user_id = ${userId},
           revision = ${revision},
           methods = ${methods},
           expires_at = ${expiresAt}
     where browser_hash = ${browserHash}
       and purpose = 'log_in'
       and state = 'proved'
    returning 1`);
  return rows.length === 1;
}

/**
 * The first factor was another one than the code. The browser gets another secret; its session, if it has one, moves
 * along.
 */
export async function insertSecondFactor(
  db: Db,
  now: Date,
  { browserHash, nextHash, userId, revision, methods, expiresAt }: SecondFactorDue & { readonly nextHash: Uint8Array },
): Promise<void> {
  await db.query(sql`
    with moved as (
      select login.move_browser(${browserHash}, ${nextHash})
    ),
    dropped as (
      delete from login.attempt
       where browser_hash = ${browserHash}
         and purpose = 'log_in'
    )
    insert into login.attempt (browser_hash, purpose, state, user_id, revision, methods, created_at, expires_at)
    select ${nextHash}, 'log_in', 'second_factor', ${userId}::uuid, ${revision}::int, ${methods}::text[],
           ${now}::timestamptz, ${expiresAt}::timestamptz
      from moved`);
}
