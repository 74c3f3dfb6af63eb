import type { ProjectKeyId, WalletId } from "#kernel/ids.ts";
import { type Db, type Part, part, type Statement, sql } from "#platform/database/db.ts";
import { type Column, inPage, type PageFilter, type PageOfWallet, pageBy } from "#platform/database/in-page.ts";
import type { Payment, WireStatus } from "../model/payment.ts";
import { recipientKey } from "../model/recipient.ts";
import { type PaymentRow, toPayment } from "./payment-row.ts";

/** What is wanted of a wallet's payments. At most one of `internalId`, `key` and `recipient`: each has its index. */
export type PaymentFilter = PageFilter & {
  readonly status?: WireStatus | undefined;
  /** The project key that asked, where it has a policy: the first of those that took over from each other. */
  readonly key?: ProjectKeyId | undefined;
  /** An address or LNURL, the id of a wallet or of a user whose gamertag was paid, or a node's key. */
  readonly recipient?: string | undefined;
};

type PageOf = PageOfWallet<WalletId>;

/** A page of the wallet's payments, newest first. */
export async function listPayments(db: Db, page: PageOf, filter: PaymentFilter = {}): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(statementOf(page, filter));
  return rows.map(toPayment);
}

function statementOf(page: PageOf, { key, recipient, ...filter }: PaymentFilter): Statement {
  const { status } = filter;
  if (key !== undefined) return listNamed(page, filter, [part`key_id`, part`${key}`]);
  if (recipient !== undefined) return listNamed(page, filter, [RECIPIENT, part`${recipientKey(recipient)}`]);
  if (status === undefined) return listFitting(page, filter, part`true`);
  if (filter.internalId !== undefined) return listFitting(page, filter, part`${WIRE_STATUS} = ${status}`);
  switch (status) {
    case "processing":
      return listPending(page, filter);
    case "failed":
      return listFitting(page, filter, part`state = 'failed'`); // they have an index of their own
    case "completed":
      return listFitting(page, filter, part`state = 'completed'`); // nearly all are
  }
}

const WIRE_STATUS = part`case when state in ('completed', 'failed') then state else 'processing' end`;
/** As the index `payment_by_recipient` has it. */
const RECIPIENT = part`left(lower(split_part(destination, ' ', 1) collate "C"), 320)`;

function listFitting(page: PageOf, filter: PageFilter, fits: Part): Statement {
  const { isIn, order } = inPage(page, filter);
  return sql`
    select *
      from payments.payment
     where ${isIn}
       and ${fits}
     order by ${order}
     limit ${page.limit}`;
}

/** All that is pending: few, for the node can carry no more. Read first, so that no other index is taken for it. */
const PENDING = part`
    with pending as materialized (
      select *
        from payments.payment
       where state not in ('completed', 'failed'))`;

function listPending(page: PageOf, filter: PageFilter): Statement {
  const { isIn, order } = inPage(page, filter);
  return sql`${PENDING}
    select *
      from pending
     where ${isIn}
     order by ${order}
     limit ${page.limit}`;
}

/** The indexes of names hold what is finished, state by state. */
function listNamed({ wallet, range, limit }: PageOf, { status, ...made }: PaymentFilter, named: Column): Statement {
  const states = (["completed", "failed"] as const).filter((state) => status === undefined || state === status);
  const isPendingWanted = status === undefined || status === "processing";
  const ofWallet: Column = [part`wallet_id`, part`${wallet}`];
  const [name] = named;
  const pending = pageBy([ofWallet, named], range, made);
  const ofState: Column = [part`payment.state`, part`wanted.state`];
  const finished = pageBy([ofWallet, named, ofState], range, made);
  const column = name === RECIPIENT ? part`destination` : name;
  return sql`${PENDING}
    select *
      from (select *
              from pending
             where ${isPendingWanted}
               and ${pending.isIn}
             union all
            select f.*
              from unnest(${states}::text[]) as wanted(state)
             cross join lateral (
               select *
                 from payments.payment
                where ${finished.isIn}
                  and payment.state in ('completed', 'failed')
                  and ${column} is not null
                order by ${finished.order}
                limit ${limit}) f) found
     order by id desc
     limit ${limit}`;
}
