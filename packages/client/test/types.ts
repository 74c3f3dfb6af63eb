/**
 * The types of the library as its users see them. The compiler is the test: `npm run check`, and packed.db.test.ts for
 * the packed file.
 */
import {
  type Charge,
  createClient,
  createLogin,
  type FinalPayment,
  type InternalTransfer,
  type Keysend,
  type Leyden,
  LeydenError,
  type LeydenEvent,
  type Money,
  type msats,
  type Payment,
  type Receipt,
  type StatementEntry,
  type Tokens,
  type UserProfile,
  verifyWebhook,
  type WebhookEndpoint,
  type WebhookEvent,
} from "../src/index.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <T extends true>(..._: T[]): void => undefined;

export const leyden: Leyden = createClient({ baseUrl: "https://pay.example", apiKey: "ley_x", fetch, retries: 1 });
export const ownFetch = createClient({
  baseUrl: "https://pay.example",
  apiKey: "ley_x",
  fetch: async (url, init) => await fetch(`${url}?from=${init.method}`, init),
});

export async function uses(signal: AbortSignal, some: string | undefined, number: number | undefined): Promise<void> {
  const payment = await leyden.payments.toLightningAddress(
    { lnAddress: "a@b.c", amount: 1n, maxFee: "1", comment: some, internalId: null },
    { wait: number, idempotencyKey: some, signal },
  );
  isTrue<Same<typeof payment, Payment>>();
  isTrue<Same<Payment["status"], "processing" | "completed" | "failed">>();
  isTrue<Same<Payment["amount"], string>>();
  isTrue<Same<Payment["preimage"], string | null>>();
  isTrue<Same<FinalPayment["status"], "completed" | "failed">>();

  isTrue<Same<Awaited<ReturnType<typeof leyden.users.idOf>>, string>>();
  isTrue<Same<typeof leyden.users.idOf, typeof leyden.users.gamertagOf>>();
  isTrue<Same<Payment["lnAddress"], string | undefined>>();
  const invoiced = await leyden.payments.toInvoice({ invoice: "lnbc1", amount: undefined, description: some });
  isTrue<Same<typeof invoiced, Payment>>();
  const transfer = await leyden.payments.toWallet({ receiverWalletId: "w", amount: 1n }, { idempotencyKey: some });
  isTrue<Same<typeof transfer, InternalTransfer>>();
  const keysend = await leyden.payments.keysend({ pubkey: "02", amount: 1n, maxFee: 1 }, { wait: number });
  isTrue<Same<typeof keysend, Keysend>>();
  const { amount } = await leyden.decodeInvoice("lnbc1", { signal });
  isTrue<Same<typeof amount, string | null>>();

  for await (const charge of leyden.charges.list({ signal })) isTrue<Same<typeof charge, Charge>>();
  const page = await leyden.payments.page({ cursor: some, limit: number });
  isTrue<Same<typeof page.items, readonly Payment[]>>();
  await leyden.payments.page({ cursor: page.nextCursor });
  isTrue<Same<typeof page.nextCursor, string | undefined>>();
  isTrue<Same<ReturnType<typeof msats>, bigint>>();

  const hook = await verifyWebhook<{ type: string }>(new Uint8Array(), new Headers(), ["a", "b"], { now: new Date() });
  isTrue<Same<typeof hook.body, { type: string }>>();
  const plain: Record<string, string | string[] | undefined> = {}; // as Node has them
  const { body } = await verifyWebhook("", plain, "whsec_x");
  isTrue<Same<typeof body, WebhookEvent>>();
  if (body.type === "payment.completed" || body.type === "payment.failed") isTrue<Same<typeof body.data, Payment>>();
  if (body.type === "charge.completed" || body.type === "charge.expired") isTrue<Same<typeof body.data, Charge>>();
  if (body.type === "receipt.credited") isTrue<Same<typeof body.data, Receipt>>();
  if (body.type === "webhook.test") isTrue<Same<typeof body.data.webhookEndpointId, string>>();

  for await (const charge of leyden.charges.list({
    status: "completed",
    internalId: some,
    from: some,
    to: some,
    signal,
  }))
    isTrue<Same<typeof charge, Charge>>();
  await leyden.payments.page({ status: "failed", cursor: some, limit: number });
  const endpoint = await leyden.webhookEndpoints.create({
    url: "https://shop.example",
    types: ["*"],
    description: some,
  });
  isTrue<Same<typeof endpoint, WebhookEndpoint>>();
  isTrue<Same<(typeof endpoint)["state"], "enabled" | "disabled">>();
  await leyden.webhookEndpoints.change(endpoint.id, { state: "disabled", url: some }, { signal });
  const { secret, previousUntil } = await leyden.webhookSecret.rotate({ idempotencyKey: some });
  isTrue<Same<typeof secret, string>>();
  isTrue<Same<typeof previousUntil, string | null>>();
  for await (const event of leyden.events.list({ state: "failed", type: "charge.expired", objectId: some }))
    isTrue<Same<typeof event, LeydenEvent>>();
  for await (const { status } of leyden.events.attempts("x1")) isTrue<Same<typeof status, number | null>>();
  isTrue<Same<WebhookEvent["type"], LeydenEvent["type"]>>();
  for await (const event of leyden.events.stream({ types: ["charge.completed"], after: some, signal })) {
    isTrue<Same<typeof event, WebhookEvent>>();
    if (event.type === "charge.completed") isTrue<Same<typeof event.data, Charge>>();
  }
  const stream = leyden.events.stream();
  await stream.return?.();

  for await (const entry of leyden.wallet.statement({ from: some, to: some, signal })) {
    isTrue<Same<typeof entry, StatementEntry>>();
    isTrue<Same<(typeof entry)["amount"], string>>();
  }

  // @ts-expect-error its form is the library's business
  leyden.wallet.statement({ format: "csv" });
  // @ts-expect-error there is no such status of a payment
  leyden.payments.list({ status: "expired" });
  // @ts-expect-error a whole list has no cursor
  leyden.payments.list({ cursor: "x" });
  // @ts-expect-error an endpoint needs an address
  await leyden.webhookEndpoints.create({ types: ["*"] });
  // @ts-expect-error a change acts once without a key
  await leyden.webhookEndpoints.change("x1", { state: "disabled" }, { idempotencyKey: "own-1" });
  // @ts-expect-error there is no such event
  leyden.events.stream({ types: ["payment.done"] });
  // @ts-expect-error it needs the time of the first failure
  await leyden.events.resendFailed({});

  // @ts-expect-error a payment needs an amount
  await leyden.payments.toLightningAddress({ lnAddress: "a@b.c" });
  // @ts-expect-error a transfer needs an amount
  await leyden.payments.toWallet({ receiverWalletId: "w" });
  // @ts-expect-error a transfer does not wait: it is final in the answer
  await leyden.payments.toWallet({ receiverWalletId: "w", amount: 1n }, { wait: 1 });
  // @ts-expect-error an amount is no Date
  await leyden.payments.toLightningAddress({ lnAddress: "a@b.c", amount: new Date() });
  // @ts-expect-error there is no such field
  await leyden.payments.toLightningAddress({ lnAddress: "a@b.c", amount: 1, fee: 1 });
  // @ts-expect-error a charge needs a description
  await leyden.charges.create({ amount: 1 });
  // @ts-expect-error what was read cannot be changed
  payment.status = "completed";
  // @ts-expect-error a client needs a key
  createClient({ baseUrl: "https://pay.example" });
  // @ts-expect-error a parsed body has no signature
  await verifyWebhook({ parsed: true }, new Headers(), "whsec_x");
}

export async function logsIn(some: string | undefined): Promise<void> {
  const options = { baseUrl: "https://pay.example", clientId: "c", clientSecret: "s", redirectUri: "https://a.b/c" };
  const login = createLogin({ ...options, retries: 1 });
  const { verifier } = await login.authorization({ scopes: ["user"], state: some });
  const tokens = await login.exchangeCode({ code: "c", verifier });
  isTrue<Same<typeof tokens, Tokens>>();
  const user = await login.user(tokens.accessToken);
  isTrue<Same<typeof user, UserProfile>>();
  const { remainingAmountLimits } = await login.wallet(tokens.accessToken);
  isTrue<Same<typeof remainingAmountLimits.daily, string>>();
  // @ts-expect-error an application needs its secret
  createLogin({ baseUrl: "https://pay.example", clientId: "c", redirectUri: "https://a.b/c" });
}

export function decides(error: unknown): Money | undefined {
  if (!(error instanceof LeydenError)) return undefined;
  isTrue<Same<typeof error.money, "nothing_moved" | "not_spent" | "unknown">>();
  isTrue<Same<typeof error.payment, Payment | undefined>>();
  switch (error.code) {
    case "insufficient_funds": // completed by editors; codes that come later are strings too
    case "connection_failed":
    case "a_new_code":
      return error.money;
    default:
      return undefined;
  }
}

type Known = import("../src/index.ts").ServerErrorCode | import("../src/index.ts").ClientErrorCode;
// @ts-expect-error the codes that are known are named one by one
export const unknownCode: Known = "a_new_code";
export const knownCodes: Known[] = ["no_route", "internal_error", "rate_limited", "timeout"];
