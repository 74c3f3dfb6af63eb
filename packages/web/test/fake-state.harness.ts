/** A ramp in memory, behind the page's API: one session, every step. For tests only. */

const MINUTE_MS = 60_000;
const QUOTE_MS = 60_000;
const MSATS_PER_EUR = 1_052_632n;
export const CHAIN_ADDRESS = "bcrt1q7v3jx8k0d2m5wz4ty6npfs9lceahgr0u3x5k2d";
export const TXID = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
export const DESTINATION = "ann.the.collector@wallet.example";
/** Of the person's own wallet. */
export const OWN_ADDRESS = "quick-puffin00@coin.example";
export const NUMBER = "0F3A-6D1E-9B20";
export const NETWORK_FEE = "1410000";

export type FakePurchase = {
  id: string;
  state: string;
  prepared: boolean;
  waiting: { on: "destination" | "sending" | "first_card"; until: string } | null;
  destination: string;
  number: string;
  at: string;
  proof: { kind: "preimage" | "txid"; text: string } | null;
  source_amount: string;
  source_currency: string;
  fee_amount: string;
  amount: string;
  network_fee: string | null;
  txid: string | null;
  price: string;
  price_source: string;
  quote_expires_at: string;
  card: { brand: string; last4: string } | null;
  declines: number;
  failure: { code: string; message: string } | null;
};

export type FakeRamp = ReturnType<typeof createFakeRamp>;

export class FakeRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What becomes of a card, by its number. */
const CARDS: Readonly<Record<string, "succeeds" | "challenge" | "declined">> = {
  "4242424242424242": "succeeds",
  "4000002760003184": "challenge",
  "4000000000000002": "declined",
};

const HEX = "0123456789abcdef";
const LIMITS = {
  currency: "EUR",
  minimum: "5.00",
  week_left: "150.00",
  month_left: null,
  needs_identity_above: "150.00",
};
let sessions = 0;

export function createFakeRamp() {
  sessions += 1;
  const hex = `0197c5a18f5e7d30a1b2c3d4e5f6${HEX[sessions >> 4]}${HEX[sessions & 15]}18`;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  let purchases = 0;
  const session = {
    id,
    state: "open",
    expires_at: new Date(Date.now() + 15 * MINUTE_MS).toISOString(),
    email: "ann@example.com",
    quote_currency: null as string | null,
    project: "Coffee & Games",
    of_wallet: false,
    return_url: null as string | null,
    proved: false,
    chosen: null as { amount: string; currency: string } | null,
  };
  const ramp = {
    /** Instead of the own. */
    sessionState: undefined as string | undefined,
    destination: DESTINATION as string | null,
    /** A transaction on the chain has its confirmation. */
    isConfirmed: false,
    token: `rst_${hex}_${"t".repeat(43)}`,
    session,
    step: "amount",
    purchase: null as FakePurchase | null,
    identity: null as { state: string; reason: string | null } | null,
    needsIdentity: false,
    isPaused: false,
    /** That who buys has not accepted yet. */
    terms: null as { url: string; version: string } | null,
    /** A price is known. */
    isPriced: true,
    processor: "sandbox" as "sandbox" | "stripe",
    quoteMs: QUOTE_MS,
    /** Work goes on with each question of the page. */
    isWorking: true,
    pageKey: undefined as string | undefined,
    /** Calls as they came. */
    calls: [] as string[],

    open(token: string, pageKey: string) {
      if (token !== ramp.token) throw new FakeRefusal(401, "ramp_token_wrong", "the token opens nothing");
      if (ramp.pageKey !== undefined)
        throw new FakeRefusal(409, "ramp_session_in_use", "the session is open in another browser");
      if (!/^rsp_[\w-]{43}$/.test(pageKey)) throw new FakeRefusal(400, "invalid_input", "page_key is no key");
      ramp.pageKey = pageKey;
      return { page_key: ramp.pageKey };
    },
    requireKey(header: string | undefined) {
      if (header === undefined || header !== `Bearer ${ramp.pageKey}`)
        throw new FakeRefusal(401, "invalid_key", "the key is not valid");
    },
    state() {
      return {
        step: ramp.step,
        now: new Date().toISOString(),
        currencies: ["EUR", "USD", "GBP"],
        session: { ...session, state: ramp.sessionState ?? session.state, destination: ramp.destination },
        limits: ramp.isPriced ? { ...LIMITS, minimum: ramp.isOnChain() ? "12.00" : LIMITS.minimum } : null,
        purchase: ramp.purchase,
        identity: ramp.identity,
        seller: { name: "Coin Shop", address: "1 Main Street\n12345 Town", support: "help@coin.example" },
        terms: ramp.terms,
        paused: ramp.isPaused,
        sandbox: ramp.processor === "sandbox",
      };
    },
    isOnChain: (): boolean => ramp.destination !== null && !ramp.destination.includes("@"),
    sendCode() {
      ramp.step = "code";
    },
    /** As the service does: other terms than were shown are not accepted. */
    requireShown(shown: string | undefined) {
      if (ramp.terms !== null && ramp.terms.version !== shown)
        throw new FakeRefusal(409, "ramp_terms_changed", "the terms have changed");
    },
    checkCode(code: string, terms: string | undefined) {
      ramp.requireShown(terms);
      if (code !== "12345678") throw new FakeRefusal(400, "login_code_refused", "the code is wrong");
      session.state = "active";
      session.proved = true;
      ramp.quoteChosen(terms);
    },
    decideIdentity(surname: string) {
      ramp.identity = { state: "processing", reason: null };
      ramp.step = "identity_wait";
      if (surname === "Retry") {
        ramp.identity = { state: "retry", reason: "unreadable" };
        ramp.step = "identity";
      }
      if (surname === "Review") ramp.identity = { state: "review", reason: null };
    },
    /** About what it brings. */
    price(body: { readonly amount?: string; readonly sats?: string }, currency: string) {
      const cents = body.sats === undefined ? undefined : (BigInt(body.sats) * 100_000n) / MSATS_PER_EUR;
      const amount = body.amount ?? `${(cents ?? 0n) / 100n}.${String((cents ?? 0n) % 100n).padStart(2, "0")}`;
      return ramp.priced(amount, currency);
    },
    quoteChosen(terms: string | undefined) {
      const { chosen } = session;
      if (chosen === null) ramp.step = "amount";
      else ramp.quote(chosen.amount, chosen.currency, terms);
    },
    quote(amount: string, currency: string, terms: string | undefined) {
      ramp.requireShown(terms);
      if (ramp.purchase?.state === "requires_payment")
        throw new FakeRefusal(409, "purchase_changed", "a purchase of the session is under way");
      const price = ramp.priced(amount, currency);
      if (!session.proved) {
        session.chosen = { amount, currency };
        ramp.step = "email";
        return;
      }
      ramp.terms = null;
      purchases += 1;
      ramp.purchase = {
        id: `purchase-${sessions}-${purchases}`,
        state: "quoted",
        prepared: false,
        waiting: null,
        destination: ramp.destination ?? OWN_ADDRESS,
        number: NUMBER,
        at: new Date().toISOString(),
        proof: null,
        ...price,
        txid: null,
        quote_expires_at: new Date(Date.now() + ramp.quoteMs).toISOString(),
        card: null,
        declines: 0,
        failure: null,
      };
      ramp.step = ramp.needsIdentity ? "identity" : "card";
    },
    priced(amount: string, currency: string) {
      const cents = BigInt(amount.replace(".", ""));
      if (cents < 500n) throw new FakeRefusal(400, "invalid_amount", "the amount must be at least 5.00");
      if (cents > 15_000n) throw new FakeRefusal(400, "ramp_limit_exceeded", "the limits leave 150.00 EUR");
      const networkFee = ramp.isOnChain() ? NETWORK_FEE : null;
      return {
        source_amount: amount,
        source_currency: currency,
        fee_amount: "0.75",
        amount: String((cents * MSATS_PER_EUR) / 100n - BigInt(networkFee ?? 0)),
        network_fee: networkFee,
        price: "95000.00",
        price_source: "fixed",
      };
    },
    pay() {
      const purchase = ramp.given();
      if (purchase.state !== "requires_action") {
        purchase.state = "requires_payment";
        ramp.step = "card";
      }
      if (ramp.processor === "stripe") {
        const clientSecret = `${purchase.id}_secret`;
        return { page: { kind: "stripe", publishableKey: "pk_test_1", clientSecret } };
      }
      return { page: { kind: "sandbox", reference: purchase.id } };
    },
    confirm(number: string) {
      const purchase = ramp.given();
      purchase.card = { brand: "Visa", last4: number.slice(-4) };
      switch (CARDS[number.replaceAll(" ", "")] ?? "declined") {
        case "declined":
          purchase.declines += 1;
          return { state: "declined", reason: "card_declined" };
        case "challenge":
          purchase.state = "requires_action";
          ramp.step = "challenge";
          return { state: "requires_action", challenge_url: `/ramp/sandbox/challenge/${purchase.id}` };
        case "succeeds":
          ramp.authorize();
          return { state: "authorized" };
      }
    },
    /** Says the page. Held back for a test: the bank has not answered. */
    sayCard(given: boolean) {
      if (ramp.given().state === "requires_payment") ramp.step = given ? "working" : "card";
    },
    authorize() {
      Object.assign(ramp.given(), { state: "authorized", waiting: null });
      ramp.step = "working";
    },
    fail(code: string, message: string) {
      const purchase = ramp.given();
      purchase.state = "failed";
      purchase.failure = { code, message };
      ramp.step = "failed";
    },
    /** One thing more has happened. */
    work() {
      if (ramp.step === "identity_wait" && ramp.isWorking && ramp.identity?.state === "processing") {
        ramp.identity = { state: "approved", reason: null };
        ramp.needsIdentity = false;
        ramp.step = ramp.purchase === null ? "amount" : "card";
      }
      if (ramp.step !== "working" || !ramp.isWorking) return;
      const purchase = ramp.given();
      if (purchase.state === "requires_payment" || purchase.waiting !== null) return;
      if (purchase.state === "delivering" && purchase.network_fee !== null) {
        purchase.txid = TXID;
        if (!ramp.isConfirmed) return;
      }
      const next: Readonly<Record<string, string>> = {
        authorized: "captured",
        captured: "delivering",
        delivering: "completed",
      };
      purchase.state = next[purchase.state] ?? purchase.state;
      purchase.prepared = true;
      if (purchase.state !== "completed") return;
      const kind = purchase.network_fee === null ? "preimage" : "txid";
      purchase.proof = { kind, text: kind === "txid" ? TXID : "ab".repeat(32) };
      ramp.step = "done";
      session.state = "completed";
    },
    /** As the service does: what is not begun, or over, stays as it is. */
    cancel() {
      if (ramp.purchase === null || !["requires_payment", "requires_action"].includes(ramp.purchase.state)) return;
      ramp.purchase.state = "canceled";
      ramp.step = "amount";
    },
    given(): FakePurchase {
      if (ramp.purchase === null) throw new FakeRefusal(409, "purchase_missing", "there is no purchase");
      return ramp.purchase;
    },
  };
  return ramp;
}
