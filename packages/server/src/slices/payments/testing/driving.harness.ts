import { onTestFinished } from "vitest";
import { runAudit } from "#audit";
import { listIncidentsOf } from "#incidents";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, CrashPoint, Reached } from "#kernel/clock.ts";
import { msats, sats } from "#kernel/money.ts";
import { invariants as ofLedger } from "#ledger";
import type { SendRequest } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import { sql } from "#platform/database/db.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import { APP_ROLE, connect } from "#platform/database/pool.ts";
import { OF_TIMES } from "#platform/database/testing/damage.harness.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { budgets } from "#slices/vouchers/invariants.ts";
import { invariants as ofTotals } from "#totals";
import type { PayDeps } from "../accept/deps.ts";
import { pay as accept } from "../accept/pay.ts";
import { driveDue } from "../drive/drive-due.ts";
import { invariants } from "../invariants.ts";
import { failureCodesOf, type PaymentFailureCode } from "../model/failure-codes.ts";
import { LEASE_MS } from "../model/lease.ts";
import type { BoundInvoice, Payment } from "../model/payment.ts";
import type { Destination } from "../model/target.ts";
import { leaseDue } from "../store/leases.ts";
import { findPayment } from "../store/payments.ts";
import { type Followed, followOutcomes } from "../watch/follow-outcomes.ts";
import { createTestClock, type TestClock } from "./test-clock.harness.ts";
import { type Asked, createWorld, type World, type WorldOptions } from "./world.harness.ts";

/** Whatever is posted has a cause that the ledger knows. */
const causes = ofLedger.filter(({ id }) => id === "I6");

export const FUNDS = sats(10_000n);
export const MINUTE = 60_000;

/** A world whose clock a test moves, with somebody who can pay, and with the loop that drives payments in its hands. */
export type Driving = {
  readonly world: World;
  readonly clock: TestClock;
  readonly caller: Caller;
  /** Pays 100 sat to a shop and does not wait for the end. */
  pay(request?: Asked): Promise<Payment>;
  /** A payment of 100 sat that is reserved, and whose lease the caller has now. */
  lease(): Promise<Payment>;
  /** Lets time pass and drives what is due then. */
  later(ms: number): Promise<void>;
  /** The newest request that reached the node. */
  sent(): SendRequest;
  /** Follows the node's list of outcomes, without the pause in which they gather. */
  follow(cursor: string): Promise<Followed>;
  reread(payment: Payment): Promise<Payment>;
  kindOf(payment: Payment): Promise<Payment["progress"]["kind"]>;
  incidentsOf(payment: Payment): Promise<string[]>;
  /** What the audit complains of, and failures that the reference does not have. */
  breaches(): Promise<readonly string[]>;
};

export async function givenDriving(
  database: DatabaseUnderTest,
  { batchOn = database.batchOn, node }: { batchOn?: (clock: Clock) => Batch; node?: WorldOptions["node"] } = {},
): Promise<Driving> {
  // What earlier tests left open would be driven by this test's node.
  await database.admin.query(sql`
    update payments.payment
       set due_at = '2999-01-01'
     where state not in ('completed', 'failed')`);
  const clock = createTestClock();
  const world = createWorld(database, { clock, batch: batchOn(clock), ...(node && { node }) });
  const caller = await world.project("payer", FUNDS);
  const lnAddress = world.recipient("shop");
  // The node is the one of earlier tests as well.
  const paid = await database.db.query<{ hash: Uint8Array; preimage: Uint8Array }>(sql`
    select payment_hash as hash, preimage from payments.payment where preimage is not null`);
  const [amount, fee] = [msats(0n), msats(0n)];
  for (const { hash: paymentHash, preimage } of paid)
    world.node.paying.attempts.push({
      reference: "",
      invoice: "",
      paymentHash,
      amount,
      fee,
      status: { kind: "settled", preimage, fee },
    });

  async function reread({ id }: Payment): Promise<Payment> {
    const payment = await findPayment(database.db, id);
    if (payment === undefined) throw new Error(`payment ${id} is lost`);
    return payment;
  }

  async function pay(deps: PayDeps, request: Asked = {}): Promise<Payment> {
    const draft = world.request(caller, { lnAddress, amount: sats(100n), waitMs: 0, ...request });
    const { payment } = await accept(deps, draft);
    await world.settled();
    return await reread(payment);
  }

  return {
    world,
    clock,
    caller,
    reread,
    sent() {
      const request = world.node.requests.at(-1);
      if (request === undefined) throw new Error("nothing reached the node");
      return request;
    },
    async follow(cursor) {
      const deps = { ...world.drive, clock: { ...clock, sleep: async () => undefined } };
      return await followOutcomes(deps, cursor, new AbortController().signal);
    },
    pay: (request) => pay(world.pay, request),
    async lease() {
      const { id } = await pay({ ...world.pay, driver: undefined });
      const now = clock.now();
      const leased = await leaseDue(database.db, { now, until: new Date(now.getTime() + LEASE_MS), limit: 100 });
      const payment = leased.find((one) => one.id === id);
      if (payment === undefined) throw new Error(`payment ${id} was not due`);
      return payment;
    },
    async later(ms) {
      clock.advance(ms);
      while ((await driveDue(world.drive)) > 0) await world.settled();
    },
    kindOf: async (payment) => (await reread(payment)).progress.kind,
    async incidentsOf({ id }) {
      return (await listIncidentsOf(database.db, id)).map(({ kind }) => kind);
    },
    async breaches() {
      const all = [...invariants(clock), ...causes, budgets, ...ofTotals];
      const lines = await runAudit({ db: database.db, invariants: all });
      return [
        ...lines.filter(({ id }) => !OF_TIMES.has(id)).flatMap(({ breaches }) => breaches),
        ...(await unlistedFailures(database)),
      ];
    },
  };
}

/** Failures of payments with a code that no route lists for their destination. */
async function unlistedFailures({ admin }: DatabaseUnderTest): Promise<readonly string[]> {
  const failures = await admin.query<{ kind: Destination["kind"]; code: PaymentFailureCode }>(sql`
    select distinct destination_kind as kind, failure_code as code
      from payments.payment
     where state = 'failed'`);
  return failures
    .filter(({ kind, code }) => !failureCodesOf(kind).includes(code))
    .map(({ kind, code }) => `a payment to a ${kind} failed with ${code}`);
}

/** The invoice of a payment that is not finished. */
export function invoiceOf({ progress }: Payment): BoundInvoice & { readonly text: string } {
  const invoice = "invoice" in progress && typeof progress.invoice === "object" ? progress.invoice : undefined;
  if (invoice?.text === undefined) throw new Error("it has no invoice");
  return { ...invoice, text: invoice.text };
}

/** The steps at which a process may die or stop: while it accepts a payment, and while it drives one. */
export const CRASH_POINTS = {
  accept: ["before-reserve", "after-reserve"],
  drive: ["after-resolve", "after-store-invoice", "before-dispatch", "after-dispatch", "before-finish", "after-finish"],
} as const satisfies Record<string, readonly CrashPoint[]>;

/** The process dies at `point`. */
export function diesAt(point: CrashPoint): Reached {
  return (at) => {
    if (at === point) throw new Error("the process died");
  };
}

/** A queue that stops right before or after `step`; `resume` lets it go on. */
export function stopsAt(batch: Batch, step: string, when: "before" | "after") {
  const stopped = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const stop = async () => {
    stopped.resolve();
    await resumed.promise;
  };
  const stopping: Batch = async (fn, input) => {
    if (fn.name === step && when === "before") await stop();
    const output = await batch(fn, input);
    if (fn.name === step && when === "after") await stop();
    return output;
  };
  return { batch: stopping, stopped: stopped.promise, resume: () => resumed.resolve() };
}

/** A queue that has every call carried out twice and gives the second answer: the first one was lost on its way. */
export function answersLostOnce({ url }: DatabaseUnderTest): (clock: Clock) => Batch {
  const pool = connect({ url, role: APP_ROLE, max: 1, name: "answers lost" });
  onTestFinished(() => pool.close());
  return (clock) =>
    microBatch({
      clock,
      db: {
        async connection() {
          const connection = await pool.connection();
          return {
            close: connection.close,
            async query(statement) {
              await connection.query(statement);
              return await connection.query(statement);
            },
          };
        },
      },
    });
}

/** The same caller, whose project takes an `internalId` once. */
export function withUniqueInternalIds({ wallet, actor }: Caller): Caller {
  if (actor.kind !== "project") throw new Error("only a project has a policy");
  return { wallet, actor: { ...actor, policy: { ...actor.policy, internalIdIsUnique: true } } };
}

/** Runs `work` while an operator has paused sending. */
export async function whilePaused<T>({ admin }: DatabaseUnderTest, work: () => Promise<T>): Promise<T> {
  await admin.query(sql`select ledger.pause(${new Date()}, 'operator', 'test')`);
  try {
    return await work();
  } finally {
    await admin.query(sql`select ledger.resume('operator')`);
  }
}
