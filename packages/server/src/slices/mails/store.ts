import { type Db, part, sql, type Tx } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { KeptMail, LeasedMail, MailId, MailKind, MailState, NewMail } from "./model/mail.ts";

type ContentRow = {
  readonly id: MailId;
  readonly kind: MailKind;
  readonly recipient: EmailAddress;
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string;
};

type LeasedRow = ContentRow & {
  readonly unsubscribe_url: string | null;
  readonly good_until: Date;
  readonly is_unsubscribed: boolean;
  readonly attempt: number;
  readonly lease_token: bigint;
};

const contentOf = ({ subject, body_text, body_html }: ContentRow) => ({ subject, text: body_text, html: body_html });

const takeable = (now: Date) => part`
  state = 'waiting'
  and due_at <= ${now}
  and (lease_until is null or lease_until <= ${now})`;

export const isMailDue = (now: Date) => part`exists (select from mails.mail where ${takeable(now)})`;

/**
 * Leases the mails that are due to one process, those that have waited longest first. Every holder gets a token of its
 * own, so that an earlier one can no longer write.
 */
export async function leaseDue(
  db: Db,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<LeasedMail[]> {
  const rows = await db.query<LeasedRow>(sql`
    with due as materialized (
      select m.id
        from mails.mail m
       where ${takeable(now)}
       order by m.due_at
       limit ${limit}
         for update skip locked),
    leased as (
      update mails.mail m
         set lease_token = m.lease_token + 1,
             lease_until = ${until}
        from due d
       where m.id = d.id
      returning m.*)
    select l.*,
           l.project_id is not null and r.unsubscribed_at is not null as is_unsubscribed
      from leased l
      left join mails.recipient r on r.address_hash = l.recipient_hash
     order by l.due_at`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    content: contentOf(row),
    unsubscribeUrl: row.unsubscribe_url ?? undefined,
    goodUntil: row.good_until,
    isUnsubscribed: row.is_unsubscribed,
    attempt: row.attempt,
    leaseToken: row.lease_token,
  }));
}

export type Outcome = {
  readonly mail: Pick<LeasedMail, "id" | "leaseToken">;
  /** `waiting`: again at `dueAt`. */
  readonly state: Exclude<MailState, "cancelled">;
  readonly dueAt: Date | undefined;
  /** Whether an attempt was made. */
  readonly isAttempt: boolean;
  readonly error: string | undefined;
  readonly now: Date;
};

/**
 * Writes what came of a leased mail, and deletes its content when it has been sent or given up. False: the lease was
 * lost.
 */
export async function recordOutcome(db: Db, { mail, state, dueAt, isAttempt, error, now }: Outcome): Promise<boolean> {
  const rows = await db.query(sql`
    update mails.mail
       set state = ${state},
           attempt = attempt + ${isAttempt ? 1 : 0}::int,
           due_at = ${dueAt ?? null},
           finished_at = case when ${state} <> 'waiting' then ${now}::timestamptz end,
           last_error = ${error ?? null},
           lease_until = null,
           recipient = case when ${state} in ('waiting', 'kept') then recipient end,
           subject = case when ${state} in ('waiting', 'kept') then subject end,
           body_text = case when ${state} in ('waiting', 'kept') then body_text end,
           body_html = case when ${state} in ('waiting', 'kept') then body_html end,
           unsubscribe_url = case when ${state} in ('waiting', 'kept') then unsubscribe_url end
     where id = ${mail.id}
       and lease_token = ${mail.leaseToken}
       and state = 'waiting'
    returning id`);
  return rows.length > 0;
}

/** The state of a mail; undefined when it is forgotten. Door for what depends on its sending. */
export async function findMailState(db: Db, id: MailId): Promise<MailState | undefined> {
  const [row] = await db.query<{ readonly state: MailState }>(sql`select state from mails.mail where id = ${id}`);
  return row?.state;
}

/** Of the mailbox of developers: the newest first, all or those to one address. */
export async function listKept(
  db: Db,
  { recipient, limit }: { readonly recipient?: string | undefined; readonly limit: number },
): Promise<KeptMail[]> {
  const rows = await db.query<ContentRow & { readonly created_at: Date }>(sql`
    select *
      from mails.mail
     where state = 'kept'
       and (${recipient ?? null}::text is null or recipient = ${recipient ?? null}::text)
     order by id desc
     limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    content: contentOf(row),
    createdAt: row.created_at,
  }));
}

/** The mail that has this token, and its recipient; undefined when it is forgotten, or there is none. */
export async function findUnsubscribable(
  db: Db,
  tokenHash: Uint8Array,
): Promise<{ readonly id: MailId; readonly addressHash: Uint8Array; readonly isUnsubscribed: boolean } | undefined> {
  const [mail] = await db.query<{ id: MailId; addressHash: Uint8Array; isUnsubscribed: boolean }>(sql`
    select m.id, m.recipient_hash as "addressHash", r.unsubscribed_at is not null as "isUnsubscribed"
      from mails.mail m
      left join mails.recipient r
        on r.address_hash = m.recipient_hash
     where m.unsubscribe_hash = ${tokenHash}`);
  return mail;
}

/** Blocks an address, by the hash of it. False: it was before. */
export async function saveUnsubscribed(
  db: Db,
  { addressHash, now }: { readonly addressHash: Uint8Array; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into mails.recipient as r (address_hash, unsubscribed_at)
    values (${addressHash}, ${now})
        on conflict (address_hash) do update
       set unsubscribed_at = excluded.unsubscribed_at
     where r.unsubscribed_at is null
    returning address_hash`);
  return rows.length > 0;
}

/** Of these hashes of addresses, in hexadecimal digits, those that have unsubscribed. */
export async function listUnsubscribed(db: Db, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ hash: string }>(sql`
    select encode(r.address_hash, 'hex') as hash
      from unnest(${hashes}::text[]) as u(hash)
      join mails.recipient r
        on r.address_hash = decode(u.hash, 'hex')
     where r.unsubscribed_at is not null`);
  return new Set(rows.map(({ hash }) => hash));
}

/** How many mails wait, for how long the first of them has been due (seconds, 0 when none is), and how many failed. */
export async function countMails(
  db: Db,
  now: Date,
): Promise<{ readonly waiting: number; readonly overdueSeconds: number; readonly failed: number }> {
  const [row] = await db.query<{ waiting: number; overdueSeconds: number; failed: number }>(sql`
    select count(*)::int as waiting,
           greatest(coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0), 0)::float8 as "overdueSeconds",
           (select count(*)::int from mails.mail where state = 'failed') as failed
      from mails.mail
     where state = 'waiting'`);
  return row ?? { waiting: 0, overdueSeconds: 0, failed: 0 };
}

export type Forget = {
  /** What is left of mails that ended before. */
  readonly before: Date;
  /** Kept mails, with their content. */
  readonly keptBefore: Date;
  readonly limit: number;
};

/** Deletes mails whose time has come. Returns how many. */
export async function deleteOld(db: Db, { before, keptBefore, limit }: Forget): Promise<number> {
  const rows = await db.query(sql`
    with old as materialized (
      select m.id
        from mails.mail m
       where m.finished_at < ${before}
          or (m.state = 'kept' and m.finished_at < ${keptBefore})
       order by m.finished_at
       limit ${limit})
    delete from mails.mail m
     using old
     where m.id = old.id
    returning m.id`);
  return rows.length;
}

/** Deletes what is known of addresses to which no mail is remembered and that have not unsubscribed. */
export async function deleteUnknownRecipients(db: Db): Promise<void> {
  await db.query(sql`
    delete from mails.recipient r
     where r.unsubscribed_at is null
       and not exists (select from mails.mail m where m.recipient_hash = r.address_hash)`);
}

/** Runs `mails.append_many` without limits. */
export async function insertServiceMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  const { subject, text, html } = mail.content;
  await tx.query(sql`
    select *
      from mails.append_many(
        ${now}, array[${mail.id}]::uuid[], array[${mail.kind}], array[null]::uuid[], array[${mail.recipientHash}]::bytea[],
        array[null]::bytea[], array[${mail.goodUntil}]::timestamptz[], array[${mail.recipient}], array[${subject}], array[${text}],
        array[${html}], array[null]::text[], 0, 0)`);
}
