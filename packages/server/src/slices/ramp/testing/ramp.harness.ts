import { runAudit } from "#audit";
import { parseMinor } from "#kernel/fiat.ts";
import type { TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { type OnchainDeps, invariants as onchainInvariants } from "#onchain";
import type { Db } from "#platform/database/db.ts";
import { sql } from "#platform/database/db.ts";
import { OF_TIMES } from "#platform/database/testing/damage.harness.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { noLook } from "#platform/database/testing/look.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { workDueOnchain } from "#slices/onchain/jobs.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { createUser, type User } from "#users";
import { type BeginPurchaseDeps, beginPurchase } from "../checkout/begin-purchase.ts";
import type { CancelPurchaseDeps } from "../checkout/cancel-purchase.ts";
import { type MakeQuoteDeps, makeQuote } from "../checkout/make-quote.ts";
import type { ReadCheckoutDeps } from "../checkout/read-checkout.ts";
import type { VerifyIdentityDeps } from "../checkout/verify-identity.ts";
import { workDue } from "../drive/work-due.ts";
import { invariants } from "../invariants.ts";
import type { RampLoopsDeps } from "../jobs.ts";
import type { Progress, Purchase, PurchaseId } from "../model/purchase.ts";
import { tokenOf } from "../model/secrets.ts";
import type { Session, SessionId } from "../model/session.ts";
import { type CreateSession, createSession } from "../sessions/create-session.ts";
import { openPage } from "../sessions/open-page.ts";
import { findPurchase } from "../store/purchases.ts";
import { findSession, updateUser } from "../store/sessions.ts";
import { createTestIdentity, createTestProcessor } from "./processor.harness.ts";
import { EUR_PER_BTC, mac, RAMP_SETTINGS } from "./ramp-routes.harness.ts";

export const random = machineRandom();
const DAY_MS = 24 * 3_600_000;

/** What all verbs of the slice use. */
export type RampDeps = RampLoopsDeps &
  ReadCheckoutDeps &
  VerifyIdentityDeps &
  MakeQuoteDeps &
  BeginPurchaseDeps &
  CancelPurchaseDeps & { readonly onchain: OnchainDeps; readonly journal: Journal };

export type Given = Awaited<ReturnType<typeof givenRamp>>;

/** A shop, people who buy, cards that the test plays, and a Lightning world whose clock the test moves. */
export async function givenRamp(
  database: DatabaseUnderTest,
  changes: Partial<RampDeps> = {},
  options: Parameters<typeof givenDriving>[1] = {},
) {
  await database.admin.query(sql`delete from ledger.pause`); // that earlier tests left: nothing would be sold
  await quiet(database.admin);
  await givenReading(database.admin);
  const driving = await givenDriving(database, options);
  const { world, clock, caller } = driving;
  const cards = createTestProcessor();
  const people = createTestIdentity();
  await fundOperator(database.admin, sats(10_000_000n));
  const lnAddress = world.recipient(`winner-${random.uuid().slice(-12)}`);

  const onchain: OnchainDeps = {
    ...world.drive,
    ownNode: world.pay.ownNode,
    confirmations: 1,
    onFinished: () => undefined,
  };
  const deps: RampDeps = {
    ...world.pay,
    ...world.drive,
    look: noLook,
    addressMax: sats(1_000_000n),
    processor: () => cards.processor,
    identity: () => people.identity,
    rates: { read: async () => ({ minorPerBtc: EUR_PER_BTC, at: clock.now(), source: "fixed" }) },
    ...RAMP_SETTINGS,
    outlet: () => ({ kind: "mailbox" }),
    onchain,
    lostSince: async () => undefined,
    ...changes,
  };
  const equityBefore = await world.systemBalance("operator_equity");

  async function session(input: Partial<CreateSession> = {}): Promise<Session> {
    const { session: made } = await createSession(
      { ...deps, mac, findTokenHolder: async () => undefined },
      {
        caller,
        email: `buyer-${random.uuid()}@example.com`,
        webhookUrl: "https://shop.example/hook",
        destination: lnAddress,
        quoteCurrency: undefined,
        referenceId: "order-1",
        metadata: { a: 1 },
        returnUrl: undefined,
        userToken: undefined,
        idempotencyKey: undefined,
        ...input,
      },
    );
    return made;
  }

  /** A session whose person has proved the address, and is `user` when there is one already. */
  async function opened(
    input: Partial<CreateSession> = {},
    {
      user,
      network = `192.0.2.${Math.trunc(Number.parseInt(random.uuid().slice(-4), 16) / 257)}`,
    }: { user?: User; network?: string } = {},
  ): Promise<Session> {
    const made = await session(user === undefined ? input : { ...input, email: user.email });
    await openPage(deps, { id: made.id, token: tokenOf(mac, made.id), network });
    const buyer = user ?? (await person(made.email));
    await updateUser(database.db, made.id, buyer.id);
    return await rereadSession(made.id);
  }

  async function person(email = `buyer-${random.uuid()}@example.com`): Promise<User> {
    return await createUser(deps, { email, gamertag: `b${random.uuid().slice(-12)}`, emailIsVerified: true });
  }

  async function rereadSession(id: SessionId): Promise<Session> {
    const found = await findSession(database.db, id);
    if (found === undefined) throw new Error("the session is lost");
    return found;
  }

  async function reread({ id }: Pick<Purchase, "id">): Promise<Purchase> {
    const found = await findPurchase(database.db, id);
    if (found === undefined) throw new Error("the purchase is lost");
    return found;
  }

  async function quoted(of?: Session, amount = "25.00"): Promise<Purchase> {
    const id = await makeQuote(deps, of ?? (await opened()), { source: parseMinor(amount), currency: "EUR" });
    return await reread({ id });
  }

  /** A purchase for which the page asks the card. */
  async function begun(of?: Session, amount?: string): Promise<Purchase> {
    const bought = await quoted(of, amount);
    await beginPurchase(deps, await rereadSession(bought.sessionId), bought.id);
    return await reread(bought);
  }

  return {
    ...driving,
    deps,
    cards,
    people,
    lnAddress,
    session,
    opened,
    person,
    rereadSession,
    reread,
    quoted,
    begun,
    /** The card of it is authorized; nobody has looked at it since. */
    async authorized(of?: Session, fingerprint?: string): Promise<Purchase> {
      const bought = await begun(of);
      cards.authorize(bought.id, fingerprint ?? bought.id);
      return bought;
    },
    stateOf: async (purchase: { readonly id: PurchaseId }) => (await reread(purchase)).progress.kind,
    progressOf: async (purchase: { readonly id: PurchaseId }): Promise<Progress> => (await reread(purchase)).progress,
    /** Lets time pass, and does all that is due by then. */
    async later(ms = 1_000, on: RampDeps = deps): Promise<void> {
      clock.advance(ms);
      await world.settled();
      const work = async () => (await workDue(on)) + (await workDueOnchain(on.onchain));
      for (let runs = 0; runs < 50 && (await work()) > 0; runs += 1) await world.settled();
      await driving.later(0);
      await world.settled();
    },
    /** What the operator gave out, in msats. */
    sold: async (): Promise<bigint> => equityBefore - (await world.systemBalance("operator_equity")),
    async breaches(): Promise<readonly string[]> {
      const all = [...invariants(clock), ...onchainInvariants(clock)];
      const lines = await runAudit({ db: database.db, invariants: all });
      return [
        ...lines
          .filter(({ id }) => !OF_TIMES.has(id))
          .flatMap(({ id, breaches }) => breaches.map((breach) => `${id} ${breach}`)),
        ...(await driving.breaches()),
      ];
    },
    events: async (purchase: { readonly id: string }) =>
      (
        await database.db.query<{ type: string }>(sql`
          select type from events.event where object_id = ${purchase.id} order by no`)
      ).map(({ type }) => type),
    /** Entries of the books of the cards: kind and minor units. */
    entries: async (purchase: { readonly id: string }) =>
      (
        await database.db.query<{ kind: string; amount: bigint }>(sql`
          select kind, amount_minor as amount from ramp.entry where purchase_id = ${purchase.id} order by no`)
      ).map(({ kind, amount }) => `${kind} ${amount}`),
    day: DAY_MS,
  };
}

/** What earlier tests left open is not this test's work. */
async function quiet(admin: Db): Promise<void> {
  await admin.query(sql`update ramp.purchase set due_at = null, changed_at = '2999-01-01'`);
  await admin.query(sql`update ramp.customer set due_at = null`);
  await admin.query(
    sql`update onchain.payment set due_at = '2999-01-01', created_at = '2999-01-01' where state = 'dispatched'`,
  );
}

/** Columns of purchases that are not calculated. */
async function ownColumns(admin: Db): Promise<string> {
  const rows = await admin.query<{ name: string }>(sql`
    select quote_ident(a.attname) as name
      from pg_attribute a
     where a.attrelid = 'ramp.purchase'::regclass
       and a.attnum > 0
       and not a.attisdropped
       and a.attgenerated = ''`);
  return rows.map(({ name }) => name).join(", ");
}

/** Writes a purchase once more, with another id. */
export async function copyPurchase(admin: Db, id: PurchaseId, as: PurchaseId): Promise<void> {
  const columns = await ownColumns(admin);
  const text = `
    insert into ramp.purchase (${columns})
    select ${columns.replace(/^id\b/, "$2")}
      from ramp.purchase
     where id = $1`;
  await admin.query({ text, values: [id, as] });
}

/**
 * The node was compared with the books, and held `more` msats than they say; lasts while the test moves the clock.
 */
export async function givenReading(admin: Db, more = 0n, at = new Date("2999-01-01")): Promise<void> {
  await admin.query(sql`
    insert into lightning.reading (assets_msats, booked_msats, deposited_msats, read_at)
    values (${more}, 0, lightning.deposited(), ${at})
        on conflict (one) do update
       set assets_msats = excluded.assets_msats,
           booked_msats = excluded.booked_msats,
           deposited_msats = excluded.deposited_msats,
           read_at = excluded.read_at`);
}

/** The operator's own money in the node, as `leyden equity deposit` books it. */
export async function fundOperator(admin: Db, amount: Msats): Promise<void> {
  const transfer = random.uuid() as TransferId;
  await admin.query(sql`
    select *
      from ledger.post_many(
        now(), array[${transfer}]::uuid[], array[ledger.system('lightning_node')], array[ledger.system('operator_equity')],
        array[${msats(amount)}]::bigint[], null, null, array['test'], array[${transfer}]::uuid[])`);
}

/** As an operator's table says it; how it comes to be is the test of identities. */
export async function verifyUser(admin: Db, { id }: User): Promise<void> {
  await admin.query(sql`
    insert into ramp.customer (user_id, identity, approved_until, changed_at)
    values (${id}, 'approved', now() + interval '730 days', now())`);
}
