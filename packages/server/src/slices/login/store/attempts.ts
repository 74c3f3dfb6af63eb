import type { UserId } from "#kernel/ids.ts";
import type { NewMail } from "#mails";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import {
  ADDRESSES_PER_HOUR,
  type Attempt,
  CODES_PER_HOUR,
  type CodeOutcome,
  type Purpose,
  TRIES_MAX,
  WRONG_PER_DAY,
} from "../model/attempt.ts";

export type NewCode = {
  readonly browserHash: Uint8Array;
  readonly purpose: Purpose;
  /** Who changes the address; undefined for a login. */
  readonly userId: UserId | undefined;
  readonly addressHash: Uint8Array;
  /** Of the browser; undefined: its addresses are not counted. */
  readonly networkHash: Uint8Array | undefined;
  readonly codeMac: Uint8Array;
  readonly codeUntil: Date;
  readonly expiresAt: Date;
  readonly mail: NewMail;
};

export type Requested =
  | { readonly kind: "sent" }
  | { readonly kind: "too_many_codes" | "too_many_wrong" | "too_many_addresses"; readonly retryAt: Date };

/** Runs `login.request_code`. */
export async function insertCode(db: Db, now: Date, code: NewCode): Promise<Requested> {
  const { browserHash, purpose, userId, addressHash, networkHash, codeMac, codeUntil, expiresAt, mail } = code;
  const { outcome, retryAt } = one(
    await db.query<{ outcome: Requested["kind"]; retryAt: Date }>(sql`
      select outcome, retry_at as "retryAt"
        from login.request_code(
          ${now}, ${browserHash}, ${purpose}, ${userId ?? null}, ${mail.recipient}, ${addressHash}, ${codeMac}, ${codeUntil},
          ${expiresAt}, ${CODES_PER_HOUR}, ${WRONG_PER_DAY}, ${networkHash ?? null}, ${ADDRESSES_PER_HOUR}, ${mail.id}, ${mail.kind},
          ${mail.recipientHash}, ${mail.content.subject}, ${mail.content.text}, ${mail.content.html})`),
  );
  return outcome === "sent" ? { kind: outcome } : { kind: outcome, retryAt };
}

export type ShownCode = {
  readonly browserHash: Uint8Array;
  readonly purpose: Purpose;
  readonly codeMac: Uint8Array;
  /** Of the browser's secret after a right code. */
  readonly nextHash: Uint8Array;
  readonly expiresAt: Date;
};

export type Checked =
  | { readonly kind: "proved"; readonly email: EmailAddress; readonly userId: UserId | undefined }
  | { readonly kind: "wrong"; readonly triesLeft: number }
  | { readonly kind: "too_many_wrong"; readonly retryAt: Date }
  | { readonly kind: "expired" | "spent" | "none" };

type CheckedRow = {
  readonly outcome: CodeOutcome | "none";
  readonly email: EmailAddress;
  readonly userId: UserId | null;
  readonly triesLeft: number;
  readonly retryAt: Date;
};

/** Runs `login.check_code`. */
export async function updateByCode(db: Db, now: Date, shown: ShownCode): Promise<Checked> {
  const { browserHash, purpose, codeMac, nextHash, expiresAt } = shown;
  const { outcome, email, userId, triesLeft, retryAt } = one(
    await db.query<CheckedRow>(sql`
      select outcome, email, user_id as "userId", tries_left as "triesLeft", retry_at as "retryAt"
        from login.check_code(
          ${now}, ${browserHash}, ${purpose}, ${codeMac}, ${nextHash}, ${expiresAt}, ${TRIES_MAX}, ${WRONG_PER_DAY})`),
  );
  switch (outcome) {
    case "proved":
      return { kind: outcome, email, userId: userId ?? undefined };
    case "wrong":
      return { kind: outcome, triesLeft };
    case "too_many_wrong":
      return { kind: outcome, retryAt };
    default:
      return { kind: outcome };
  }
}

type AttemptRow = {
  readonly state: Exclude<Attempt["kind"], "none">;
  readonly email: EmailAddress;
  readonly codeUntil: Date;
  readonly userId: UserId;
  readonly methods: readonly string[];
};

/** What the browser is at; `none` when it has begun nothing, or its time is over. */
export async function findAttempt(db: Db, browserHash: Uint8Array, purpose: Purpose, now: Date): Promise<Attempt> {
  const [row] = await db.query<AttemptRow>(sql`
    select state, email, code_until as "codeUntil", user_id as "userId", methods
      from login.attempt
     where browser_hash = ${browserHash}
       and purpose = ${purpose}
       and expires_at > ${now}`);
  if (row === undefined) return { kind: "none" };
  const { state: kind, email, codeUntil, userId, methods } = row;
  switch (kind) {
    case "code_sent":
      return { kind, email, codeUntil };
    case "proved":
      return { kind, email, methods };
    case "second_factor":
      return { kind, userId, methods };
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
  readonly methods: readonly string[];
  readonly expiresAt: Date;
};

/** The first factor was the code: false when the attempt is gone or another one. */
export async function updateToSecondFactor(
  db: Db,
  { browserHash, userId, methods, expiresAt }: SecondFactorDue,
): Promise<boolean> {
  const rows = await db.query(sql`
    update login.attempt
       set state = 'second_factor',
           user_id = ${userId},
           methods = ${methods},
           expires_at = ${expiresAt}
     where browser_hash = ${browserHash}
       and purpose = 'log_in'
       and state = 'proved'
    returning 1`);
  return rows.length === 1;
}

/** The first factor was another one than the code. The browser gets another secret; its session, if it has one, moves along. */
export async function insertSecondFactor(
  db: Db,
  now: Date,
  { browserHash, nextHash, userId, methods, expiresAt }: SecondFactorDue & { readonly nextHash: Uint8Array },
): Promise<void> {
  await db.query(sql`
    with moved as (
      update login.session
         set secret_hash = ${nextHash}
       where secret_hash = ${browserHash}
    ),
    dropped as (
      delete from login.attempt
       where browser_hash = ${browserHash}
         and purpose = 'log_in'
    )
    insert into login.attempt (browser_hash, purpose, state, user_id, methods, created_at, expires_at)
    values (${nextHash}, 'log_in', 'second_factor', ${userId}, ${methods}, ${now}, ${expiresAt})`);
}

/** Returns how many. */
export async function deleteOldAttempts(db: Db, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from login.attempt
     where (browser_hash, purpose) in (
             select t.browser_hash, t.purpose
               from login.attempt t
              where t.expires_at <= ${now}
              limit ${limit}
                for update skip locked)
    returning 1`);
  return rows.length;
}

export async function deleteOldAddresses(db: Db, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from login.address
     where address_hash in (
             select a.address_hash
               from login.address a
              where a.forget_at <= ${now}
              limit ${limit}
                for update skip locked)
    returning 1`);
  return rows.length;
}

export async function deleteOldNetworks(db: Db, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from login.network
     where network_hash in (
             select n.network_hash
               from login.network n
              where n.forget_at <= ${now}
              limit ${limit}
                for update skip locked)
    returning 1`);
  return rows.length;
}
