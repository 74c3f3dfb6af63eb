import type { ProjectKeyId, WalletId } from "#kernel/ids.ts";
import { type Db, type Part, part, type Statement, sql } from "#platform/database/db.ts";
import { inPage, type PageFilter, type PageOfWallet } from "#platform/database/in-page.ts";
import type { Payment, WireStatus } from "../model/payment.ts";
import { recipientKey } from "../model/recipient.ts";
import { type PaymentRow, toPayment } from "./payment-row.ts";

/** What is wanted of a wallet's payments. At most one of `internalId`, `key` and `recipient`: each has its index. */
export type PaymentFilter = PageFilter & {
  readonly status?: WireStatus | undefined;
  /** The project key that asked, where it has a policy. */
  readonly key?: ProjectKeyId | undefined;
  /** An address or LNURL, the id of a wallet or of a user whose gamertag was paid, or a node's key. */
  readonly recipient?: string | undefined;
};

type Page = PageOfWallet<WalletId>;

/** A page of the wallet's payments, newest first. */
export async function listPayments(db: Db, page: Page, filter: PaymentFilter = {}): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(statementOf(page, filter));
  return rows.map(toPayment);
}

function statementOf(page: Page, { status, key, recipient, ...filter }: PaymentFilter): Statement {
  if (key !== undefined || recipient !== undefined)
    return listNamed(page, filter, { status, isNamed: namedPart(key, recipient) });
  if (status === undefined) return listAny(page, filter, part`true`);
  if (filter.internalId !== undefined) return listAny(page, filter, part`${WIRE_STATUS} = ${status}`);
  switch (status) {
    case "processing":
      return listPending(page, filter);
    case "failed":
      return listAny(page, filter, part`state = 'failed'`);
    case "completed":
      return listAny(page, filter, part`state = 'completed'`);
  }
}

const WIRE_STATUS = part`case when state in ('completed', 'failed') then state else 'processing' end`;

/**
 * Reads the wallet's payments, or those that `fits` has an index for. Nearly all payments are completed: those are found
 * among all.
 */
function listAny(page: Page, filter: PageFilter, fits: Part): Statement {
  return sql`
    select *
      from payments.payment
     where ${inPage(page, filter)}
       and ${fits}
     order by id desc
     limit ${page.limit}`;
}

/** All that is pending: few, for the node can carry no more. Read first, so that no other index is taken for it. */
const PENDING = part`
    with pending as materialized (
      select *
        from payments.payment
       where state not in ('completed', 'failed'))`;

function listPending(page: Page, filter: PageFilter): Statement {
  return sql`${PENDING}
    select *
      from pending
     where ${inPage(page, filter)}
     order by id desc
     limit ${page.limit}`;
}

/** The indexes of names hold what is finished, state by state. */
function listNamed(
  page: Page,
  filter: PageFilter,
  { status, isNamed }: { readonly status: WireStatus | undefined; readonly isNamed: Part },
): Statement {
  const states = (["completed", "failed"] as const).filter((state) => status === undefined || state === status);
  const isPendingWanted = status === undefined || status === "processing";
  return sql`${PENDING}
    select *
      from (select *
              from pending
             where ${isPendingWanted}
               and ${inPage(page, filter)}
               and ${isNamed}
             union all
            select f.*
              from unnest(${states}::text[]) as wanted(state)
             cross join lateral (
               select *
                 from payments.payment p
                where ${inPage(page, filter)}
                  and ${isNamed}
                  and p.state = wanted.state
                  and p.state in ('completed', 'failed')
                order by p.id desc
                limit ${page.limit}) f) found
     order by id desc
     limit ${page.limit}`;
}

function namedPart(key: ProjectKeyId | undefined, recipient: string | undefined): Part {
  return recipient === undefined
    ? part`key_id = ${key}`
    : part`destination is not null
       and left(lower(split_part(destination, ' ', 1) collate "C"), 320) = ${recipientKey(recipient)}`;
}
