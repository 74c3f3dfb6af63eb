import type { EventId } from "#events";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { openRestore, releaseRestore } from "#restore";
import { endDelivery, type fakeOutbound } from "#slices/events/testing/events.harness.ts";
import { fails, holds, type SendPlan, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenAccessToken } from "#slices/oauth/testing/access-token.harness.ts";
import type { World } from "#slices/payments/testing/world.harness.ts";
import { verifyIdentity } from "#slices/ramp/checkout/verify-identity.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { creditReceipt } from "#slices/receiving/credit/credit-receipt.ts";
import { lookUpDueCharges } from "#slices/receiving/expire/look-up-due-charges.ts";
import { creditDeps, givenCharge } from "#slices/receiving/testing/receiving.harness.ts";
import { tellProjects } from "#slices/restore/tell-projects.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { claimByInvoice } from "#slices/vouchers/claim/claim-by-invoice.ts";
import { workDue } from "#slices/vouchers/claim/work-due.ts";
import { k1OfToken } from "#slices/vouchers/model/secrets.ts";
import { neighbours } from "./neighbours.harness.ts";

/** What stands in the place of the example's own values: ids and names of things that were made for the request. */
export type Given = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
};

/** A project of its own for each request, and the world around it. */
export type Around = {
  readonly database: DatabaseUnderTest;
  readonly world: World;
  readonly outbound: ReturnType<typeof fakeOutbound>;
  readonly caller: Caller;
  /** Sends a request of the project; `data` of its answer, also of a payment that failed. */
  readonly call: (method: "GET" | "POST" | "DELETE", url: string, body?: object) => Promise<Data>;
  /** Which of the answers that the reference shows is wanted: "200", or "completed", "processing", "failed". */
  readonly label: string;
  readonly userId: string;
};
type Data = Readonly<Record<string, string>>;
export type Make = (around: Around) => Given | Promise<Given>;

const asItStands: Make = () => ({});
const invoiceOf = ({ world }: Around) => world.invoice({ amount: sats(10n) }).text;
const recipientOf = ({ world }: Around) => world.recipient("merchant", { commentAllowed: 100 });
const payment = (around: Around) =>
  around.call("POST", "/v0/ln-address/send-payment", {
    lnAddress: recipientOf(around),
    amount: "10000",
    comment: "My first payment",
  });
const gamertagPayment = ({ call }: Around) =>
  call("POST", "/v0/gamertag/send-payment", { gamertag: "alice", amount: "1000", description: "Well played" });
const charge = ({ call }: Around) => call("POST", "/v0/charges", { amount: "50000", description: "Order 4711" });
const staticCharge = ({ call }: Around) =>
  call("POST", "/v0/static-charges", {
    minAmount: "10000",
    maxAmount: "15000",
    description: "Tips for the band",
    successMessage: "Thank you!",
    allowedSlots: "100",
  });
const voucher = ({ call }: Around, expiresIn?: number) =>
  call("POST", "/v1/create-voucher", { amount: "500000", description: "Thank you", internalId: "player-7", expiresIn });
const withdrawal = ({ call }: Around, expiresIn?: number) =>
  call("POST", "/v0/withdrawal-requests", {
    amount: "100000",
    description: "Prize of round 7",
    internalId: "round-7",
    expiresIn,
  });
/** Of the user "alice" of this service. */
const ADDRESS = `alice@${new URL(neighbours.baseUrl).host}`;
const endpoint = ({ call }: Around, types?: readonly string[]) =>
  call("POST", "/v0/webhook-endpoints", { url: "https://shop.example/hooks/leyden", types, description: "Shop" });
const host = ({ call }: Around, name: string) => call("POST", "/v0/callback-hosts", { host: name });
const testEvent = async ({ call }: Around, { id = "" }: Data) =>
  await call("POST", `/v0/webhook-endpoints/${id}/test`, undefined);

/** An event that has been sent to an endpoint once. */
async function sentEvent(around: Around, state: "delivered" | "failed" = "delivered") {
  const { id: receiverId = "" } = await endpoint(around);
  const { id: eventId } = await testEvent(around, { id: receiverId });
  await endDelivery(around.world.drive.db, { eventId: eventId as EventId, receiverId, state });
  return { eventId: eventId ?? "", receiverId };
}

const rampSession = async ({ call }: Around) => {
  const { session_id: id = "" } = await call("POST", "/api/v1/ramp-widget", {
    email: "alice@example.com",
    webhook_url: "https://shop.example/hooks/ramp",
    destination: ADDRESS,
    quote_currency: "EUR",
    base_currency: "BTC",
    reference_id: "order-7",
    metadata: { player: "7" },
  });
  return { id };
};

const idOf =
  (make: (around: Around) => Promise<Data>): Make =>
  async (around) => {
    const { id = "" } = await make(around);
    return { path: { id } };
  };
const after =
  (make: (around: Around) => Promise<unknown>): Make =>
  async (around) => {
    await make(around);
    return {};
  };

/** Of the user "alice", who allowed an application `scopes`. */
export function withToken(scopes: readonly string[]): Make {
  return async ({ database, userId }) => ({
    headers: { authorization: `Bearer ${await givenAccessToken(database, userId, scopes)}` },
  });
}

/** What each operation of the reference needs to be called. A new one needs its entry. */
export const OPERATIONS: Readonly<Record<string, Make>> = {
  "post /v0/ln-address/send-payment": (around) => ({
    body: { lnAddress: recipientOf(around) },
    ...(around.label === "processing" ? { headers: { prefer: "wait=1" } } : {}),
  }),
  "post /v0/payments": (around) => ({ body: { invoice: invoiceOf(around) } }),
  "post /v0/internal-transfer": async ({ world }) => {
    const { wallet } = await world.project("payee", sats(0n));
    return { body: { receiverWalletId: wallet.id } };
  },
  "post /v0/gamertag/send-payment": asItStands,
  "get /v0/gamertag/transaction/{id}": idOf(gamertagPayment),
  "post /v0/keysend-payment": async ({ world }) => ({ body: { pubkey: await world.node.counterparty.nodeId() } }),
  "post /v0/decode-invoice": asItStands,
  "get /v0/payments/{id}": idOf(payment),
  "get /v0/payments": after(payment),
  "get /v0/ln-address/validate/{address}": () => ({ path: { address: ADDRESS } }),
  "post /v0/ln-address/fetch-charge": () => ({ body: { lnaddress: ADDRESS } }),
  "post /v0/charges": asItStands,
  "get /v0/charges/{id}": idOf(charge),
  "get /v0/charges": after(charge),
  "post /v0/gamertag/charges": asItStands,
  "post /v0/static-charges": asItStands,
  "get /v0/static-charges": after(staticCharge),
  "get /v0/static-charges/{id}": idOf(staticCharge),
  "patch /v0/static-charges/{id}": idOf(staticCharge),
  "post /v0/email/send-payment": async ({ database, label }) => {
    if (label !== "completed") return {};
    const { email } = await givenUser(database, { emailIsVerified: true });
    return { body: { email } };
  },
  "post /v1/create-voucher": asItStands,
  "post /v0/vouchers/batch": asItStands,
  "get /v0/vouchers": after(voucher),
  "get /v0/vouchers/{id}": idOf(voucher),
  "post /v0/revoke-voucher": async (around) => ({ body: { code: (await voucher(around))["code"] } }),
  "post /v0/redeem-voucher": async (around) => {
    const { code, claimToken } = await voucher(around);
    return { body: { code, claimToken } };
  },
  "post /v0/withdrawal-requests": asItStands,
  "get /v0/withdrawal-requests": after(withdrawal),
  "get /v0/withdrawal-requests/{id}": idOf(withdrawal),
  "get /v0/wallet": asItStands,
  "get /v0/statement": after(payment),
  "get /v0/user-id/gamertag/{gamertag}": asItStands,
  "get /v0/gamertag/user-id/{id}": ({ userId }) => ({ path: { id: userId } }),
  "get /v1/oauth2/user": withToken(["user"]),
  "get /v1/oauth2/wallet": withToken(["wallet"]),
  "post /v0/webhook-endpoints": asItStands,
  "get /v0/webhook-endpoints": after(endpoint),
  "get /v0/webhook-endpoints/{id}": idOf(endpoint),
  "patch /v0/webhook-endpoints/{id}": idOf(endpoint),
  "delete /v0/webhook-endpoints/{id}": idOf(endpoint),
  "post /v0/webhook-endpoints/{id}/test": idOf(endpoint),
  "post /v0/webhook-secret/rotate": after(({ call }) => call("POST", "/v0/webhook-secret/rotate")),
  "get /v0/events": after(sentEvent),
  "get /v0/events/stream": async (around) => {
    const made = await endpoint(around);
    const { id = "" } = await testEvent(around, made);
    await testEvent(around, made);
    return { query: { after: id }, headers: { "last-event-id": id } };
  },
  "get /v0/events/{id}": async (around) => ({ path: { id: (await sentEvent(around)).eventId } }),
  "get /v0/events/{id}/attempts": async (around) => ({ path: { id: (await sentEvent(around)).eventId } }),
  "post /v0/events/{id}/resend": async (around) => {
    const { eventId, receiverId } = await sentEvent(around, "failed");
    return { path: { id: eventId }, body: { receiverId } };
  },
  "post /v0/events/resend-failed": after((around) => sentEvent(around, "failed")),
  "post /v0/callback-hosts": asItStands,
  "get /v0/callback-hosts": after((around) => host(around, "shop.example")),
  "post /v0/callback-hosts/{host}/verify": async (around) => {
    const name = "verified.example"; // from then on it is this project's alone
    const { challengeUrl = "", token = "" } = await host(around, name);
    around.outbound.files.set(challengeUrl, token);
    return { path: { host: name } };
  },
  "delete /v0/callback-hosts/{host}": after((around) => host(around, "shop.example")),
  "post /api/v1/ramp-widget": asItStands,
  "get /api/v1/ramp-widget": after(rampSession),
  "get /api/v1/ramp-widget/{id}": idOf(rampSession),
  "post /api/v1/ramp-widget/{id}/expire": idOf(rampSession),
  "get /api/v1/ramp-quote": asItStands,
  "get /api/v1/ramp-limits": asItStands,
  "get /v0/btcusd": asItStands,
  "get /v0/prod-ips": asItStands,
  "get /v0/is-supported-region/{ip}": asItStands,
};

/** Operations that cannot be called in a test, each with its reason. */
export const NOT_CALLED: Readonly<Record<string, string>> = {};

/** What the node does for an answer that the reference shows. It settles for all others. */
export const PLANS: Readonly<Record<string, SendPlan>> = { processing: holds(), failed: fails("no_route") };

/** A charge of the project that is paid. */
async function paidCharge(around: Around): Promise<void> {
  const { id = "" } = await charge(around);
  const { invoice } = (await around.call("GET", `/v0/charges/${id}`)) as unknown as { invoice: { request: string } };
  const { paymentHash } = decodeInvoice(invoice.request);
  const receipt = { paymentHash, amount: msats(50_000n), cost: msats(0n), settledAt: new Date() };
  await creditReceipt(creditDeps(around.database), receipt, undefined);
}

async function expiredCharge({ database, caller }: Around): Promise<void> {
  await givenCharge(database, caller, { expirySeconds: -1 });
  const node = { lookupIncoming: async () => ({ kind: "unpaid" }) } as unknown as LightningNode;
  await lookUpDueCharges({ ...creditDeps(database), db: database.db, clock: machineClock, node });
}

/** A withdrawal request of the project that a wallet has claimed and that is paid out. */
async function paidWithdrawal(around: Around): Promise<void> {
  const { invoice: links } = (await withdrawal(around)) as unknown as { invoice: { request: string } };
  const token = decodeLnurl(links.request).pathname.split("/").at(-1) ?? "";
  const { text: invoice } = around.world.invoice({ amount: msats(90_000n) }); // the rest is kept back for the route
  await claimByInvoice(around.world.pay, { token, k1: k1OfToken(token), invoice });
  await around.world.settled();
  await workLater(around);
}

/** Looks after vouchers and withdrawal requests as 10 seconds from now. */
async function workLater({ database, world }: Around): Promise<void> {
  const clock = { ...machineClock, now: () => new Date(machineClock.now().getTime() + 10_000) };
  await workDue({ ...world.pay, clock, batch: database.batchOn(clock) });
}

/**
 * The project's session whose person has proved the address, and what sells and delivers: with a processor and a node
 * of its own.
 */
async function givenBuyer({ database, caller }: Around) {
  const ramp = await givenRamp(database);
  const session = await ramp.opened({ caller, referenceId: "order-7", metadata: { player: "7" } });
  return { ramp, session };
}

/** A purchase whose card is authorized; it is delivered, or the money is given back. */
async function purchase(around: Around, plan: SendPlan): Promise<void> {
  const { ramp, session } = await givenBuyer(around);
  ramp.world.node.plan = plan;
  await ramp.authorized(session);
  await ramp.later();
  await ramp.later();
}

/** What happens so that a project gets an event of each type. A new one needs its entry. */
export const EVENTS: Readonly<Record<string, (around: Around) => Promise<unknown>>> = {
  "payment.completed": payment,
  "payment.failed": async (around) => {
    around.world.node.plan = fails("no_route");
    await payment(around);
  },
  "charge.completed": paidCharge,
  "charge.expired": expiredCharge,
  "receipt.credited": paidCharge,
  "voucher.redeemed": async (around) => {
    const { code, claimToken } = await voucher(around);
    await around.call("POST", "/v0/redeem-voucher", { code, claimToken });
  },
  "voucher.revoked": async (around) => {
    const { code } = await voucher(around);
    await around.call("POST", "/v0/revoke-voucher", { code });
  },
  "voucher.expired": async (around) => {
    await voucher(around, 1);
    await workLater(around);
  },
  "withdrawal.completed": paidWithdrawal,
  "withdrawal.expired": async (around) => {
    await withdrawal(around, 1);
    await workLater(around);
  },
  "ramp.purchase.completed": (around) => purchase(around, settles()),
  "ramp.purchase.failed": (around) => purchase(around, fails("no_route")),
  "ramp.kyc.completed": async (around) => {
    const { ramp, session } = await givenBuyer(around);
    await verifyIdentity(ramp.deps, session);
    ramp.people.say({ state: "approved", reason: undefined });
    await ramp.later();
  },
  "service.restored": async ({ world }) => {
    const clock = { ...world.drive.clock, sleep: async () => undefined };
    await openRestore({ ...world.drive, clock }, "book_went_back");
    await tellProjects({ ...world.drive, clock });
    await releaseRestore({ ...world.drive, clock }, { reason: "an example", isMine: true });
  },
  "webhook.test": async (around) => await testEvent(around, await endpoint(around)),
};
