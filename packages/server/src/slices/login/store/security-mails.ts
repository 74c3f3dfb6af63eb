import type { NewMail } from "#mails";
import { sql, type Tx } from "#platform/database/db.ts";

/** A mail of the service itself: limits of projects do not hold it up. */
export async function appendSecurityMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  const { subject, text, html } = mail.content;
  await tx.query(sql`
    select *
      from mails.append_many(
        ${now}, array[${mail.id}]::uuid[], array[${mail.kind}], array[null]::uuid[], array[${mail.recipientHash}]::bytea[],
        array[null]::bytea[], array[${mail.goodUntil}]::timestamptz[], array[${mail.recipient}], array[${subject}], array[${text}],
        array[${html}], array[null]::text[], 0, 0)`);
}
