import { minor } from "#kernel/fiat.ts";
import type { UserId } from "#kernel/ids.ts";
import { type Db, one, part, sql } from "#platform/database/db.ts";
import type { FoundPayment, ProcessorRequest, PurchaseId } from "#ramp";
import type { Behaviour, DeclineReason } from "./model/card.ts";
import type { IdentityReference, IdentityState, SandboxIdentity } from "./model/identity.ts";
import type { Due, PaymentReference, SandboxPayment } from "./model/payment.ts";

type PaymentRow = {
  readonly reference: PaymentReference;
  readonly purchase_id: PurchaseId;
  readonly amount: bigint;
  readonly currency: string;
  readonly description: string;
  readonly state: SandboxPayment["state"];
  readonly declined: DeclineReason | null;
  readonly declines: number;
  readonly refund: SandboxPayment["refund"];
  readonly dispute: SandboxPayment["dispute"];
  readonly fee: bigint | null;
  readonly behaviour: Behaviour | null;
  readonly fingerprint: string | null;
  readonly email: string;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly due: Due["kind"] | null;
  readonly due_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
};

function paymentOf(row: PaymentRow): SandboxPayment {
  const { reference, currency, email, description, state, declines, refund, dispute, version } = row;
  const { behaviour, fingerprint, brand, last4, due, due_at } = row;
  const hasCard = behaviour !== null && fingerprint !== null && brand !== null && last4 !== null;
  return {
    reference,
    currency,
    email,
    description,
    state,
    declines,
    refund,
    dispute,
    version,
    purchaseId: row.purchase_id,
    amount: minor(row.amount),
    declined: row.declined ?? undefined,
    fee: row.fee === null ? undefined : minor(row.fee),
    card: hasCard ? { behaviour, fingerprint, brand, last4 } : undefined,
    due: due === null || due_at === null ? undefined : { kind: due, at: due_at },
    createdAt: row.created_at,
  };
}

/** Writes the payment of a purchase, or finds the one that it has. */
export async function insertPayment(
  db: Db,
  { draft, reference, now }: { readonly draft: ProcessorRequest; readonly reference: string; readonly now: Date },
): Promise<SandboxPayment> {
  await db.query(sql`
    insert into sandbox.payment (reference, purchase_id, amount, currency, email, description, state, created_at)
    values (${reference}, ${draft.purchaseId}, ${draft.amount as bigint}, ${draft.currency}, ${draft.email},
            ${draft.description}, 'waiting', ${now})
        on conflict (purchase_id) do nothing`);
  return paymentOf(
    one(
      await db.query<PaymentRow>(sql`
    select * from sandbox.payment where purchase_id = ${draft.purchaseId}`),
    ),
  );
}

export async function findPayment(db: Db, reference: string): Promise<SandboxPayment | undefined> {
  const [row] = await db.query<PaymentRow>(sql`select * from sandbox.payment where reference = ${reference}`);
  return row && paymentOf(row);
}

/** Newest first. */
export async function listPayments(db: Db, limit: number): Promise<readonly SandboxPayment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select * from sandbox.payment order by created_at desc limit ${limit}`);
  return rows.map(paymentOf);
}

/**
 * Writes a payment as it is after a change, and records the change: in one statement, and only when the payment still
 * has the version that was read. Returns the number of the change; undefined when somebody else was faster.
 */
export async function replacePayment(
  db: Db,
  { payment, what, now }: { readonly payment: SandboxPayment; readonly what: string; readonly now: Date },
): Promise<bigint | undefined> {
  const { card, due, fee } = payment;
  const [row] = await db.query<{ readonly no: bigint }>(sql`
    with changed as (
      update sandbox.payment p
         set state = ${payment.state},
             declined = ${payment.declined ?? null},
             declines = ${payment.declines}::int,
             refund = ${payment.refund},
             dispute = ${payment.dispute},
             fee = ${(fee as bigint | undefined) ?? null},
             behaviour = ${card?.behaviour ?? null},
             fingerprint = ${card?.fingerprint ?? null},
             brand = ${card?.brand ?? null},
             last4 = ${card?.last4 ?? null},
             due = ${due?.kind ?? null},
             due_at = ${due?.at ?? null},
             version = p.version + 1
       where p.reference = ${payment.reference}
         and p.version = ${payment.version}::int
      returning p.reference),
    numbered as (
      update sandbox.counter c
         set last_no = c.last_no + 1
        from changed
       where c.id = 1
      returning c.last_no)
    insert into sandbox.change (no, subject, reference, what, changed_at)
    select n.last_no, 'payment', c.reference, ${what}, ${now}
      from changed c
     cross join numbered n
    returning no`);
  return row?.no;
}

type IdentityRow = {
  readonly reference: IdentityReference;
  readonly user_id: UserId;
  readonly state: IdentityState;
  readonly due_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
};

function identityOf({ reference, user_id, state, due_at, version, created_at }: IdentityRow): SandboxIdentity {
  return { reference, state, version, userId: user_id, dueAt: due_at ?? undefined, createdAt: created_at };
}

export type NewIdentity = {
  readonly tryId: string;
  readonly userId: UserId;
  readonly reference: string;
  readonly now: Date;
};

/** Writes a try, or finds the one that has its id. */
export async function insertIdentity(db: Db, { tryId, userId, reference, now }: NewIdentity): Promise<SandboxIdentity> {
  await db.query(sql`
    insert into sandbox.identity (reference, try_id, user_id, state, created_at)
    values (${reference}, ${tryId}, ${userId}, 'waiting', ${now})
        on conflict (try_id) do nothing`);
  return identityOf(one(await db.query<IdentityRow>(sql`select * from sandbox.identity where try_id = ${tryId}`)));
}

export async function findIdentity(db: Db, reference: string): Promise<SandboxIdentity | undefined> {
  const [row] = await db.query<IdentityRow>(sql`select * from sandbox.identity where reference = ${reference}`);
  return row && identityOf(row);
}

/** Those that an operator decides, oldest first. */
export async function listReviews(db: Db, limit: number): Promise<readonly SandboxIdentity[]> {
  const rows = await db.query<IdentityRow>(sql`
    select * from sandbox.identity where state = 'review' order by created_at limit ${limit}`);
  return rows.map(identityOf);
}

/** As `replacePayment`. */
export async function replaceIdentity(
  db: Db,
  { identity, now }: { readonly identity: SandboxIdentity; readonly now: Date },
): Promise<bigint | undefined> {
  const [row] = await db.query<{ readonly no: bigint }>(sql`
    with changed as (
      update sandbox.identity i
         set state = ${identity.state},
             due_at = ${identity.dueAt ?? null},
             version = i.version + 1
       where i.reference = ${identity.reference}
         and i.version = ${identity.version}::int
      returning i.reference),
    numbered as (
      update sandbox.counter c
         set last_no = c.last_no + 1
        from changed
       where c.id = 1
      returning c.last_no)
    insert into sandbox.change (no, subject, reference, what, changed_at)
    select n.last_no, 'identity', c.reference, ${identity.state}, ${now}
      from changed c
     cross join numbered n
    returning no`);
  return row?.no;
}

/** Whether anything is to change by itself by `until`. */
export const isDueBy = (until: Date) => part`
  exists (select from sandbox.payment where due_at <= ${until})
  or exists (select from sandbox.identity where due_at <= ${until})`;

/** References of what is to change by itself now, what has waited longest first. */
export async function listDue(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<{ readonly payments: readonly PaymentReference[]; readonly identities: readonly IdentityReference[] }> {
  const payments = await db.query<{ readonly reference: PaymentReference }>(sql`
    select reference from sandbox.payment where due_at <= ${now} order by due_at limit ${limit}`);
  const identities = await db.query<{ readonly reference: IdentityReference }>(sql`
    select reference from sandbox.identity where due_at <= ${now} order by due_at limit ${limit}`);
  return {
    payments: payments.map(({ reference }) => reference),
    identities: identities.map(({ reference }) => reference),
  };
}

export type NumberedChange = { readonly no: bigint; readonly reference: PaymentReference };

/** Changes of payments in their order: those after number `after` that are not older than `from`. */
export async function listPaymentChanges(
  db: Db,
  { after, from, limit }: { readonly after: bigint; readonly from: Date | undefined; readonly limit: number },
): Promise<readonly NumberedChange[]> {
  return await db.query<NumberedChange>(sql`
    select no, reference
      from sandbox.change
     where subject = 'payment'
       and no > ${after}
       and (${from ?? null}::timestamptz is null or changed_at >= ${from ?? null}::timestamptz)
     order by no
     limit ${limit}`);
}

/** Payments that were begun or have changed since a time. */
export async function listPaymentsSince(db: Db, since: Date): Promise<readonly FoundPayment[]> {
  return await db.query<FoundPayment>(sql`
    select p.reference, p.purchase_id as "purchaseId", p.refund <> 'none' or p.dispute <> 'none' as "isReturned"
      from sandbox.payment p
     where p.created_at >= ${since}
        or p.reference in (
       select c.reference
         from sandbox.change c
        where c.subject = 'payment'
          and c.changed_at >= ${since})
     order by p.reference`);
}
