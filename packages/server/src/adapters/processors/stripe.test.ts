import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveHttp } from "#platform/outbound/outbound.harness.ts";
import { ProcessorUnavailable, WebhookRefused } from "#ramp";
import { givenStripe } from "./stripe.harness.ts";
import { stripeProcessor } from "./stripe.ts";
import { FAKE_KEYS, type FakeFault } from "./stripe-fake.harness.ts";

const CARD = { last4: "4242" };

async function captured() {
  const world = await givenStripe();
  const { purchaseId } = world.draft();
  const { reference } = await world.processor.begin(world.draft({ purchaseId }));
  world.stripe.confirm(reference, CARD);
  await world.processor.capture(reference, purchaseId);
  const intent = world.stripe.intents.get(reference);
  if (intent?.latest_charge == null) throw new Error("there is no charge");
  return { ...world, reference, purchaseId, intent, charge: intent.latest_charge };
}

describe("Stripe", () => {
  it("is asked for a card payment that is captured by hand, with the purchase's id as key", async () => {
    const { stripe, processor, draft } = await givenStripe();
    const wanted = draft({ description: "Bitcoin, 25 €" });
    expect(await processor.begin(wanted)).toEqual({
      reference: expect.stringMatching(/^pi_/),
      page: {
        kind: "stripe",
        publishableKey: FAKE_KEYS.publishableKey,
        clientSecret: expect.stringMatching(/_secret_/),
      },
    });
    expect(stripe.calls).toEqual([
      {
        call: "POST /v1/payment_intents",
        key: wanted.purchaseId,
        params: {
          amount: "2500",
          currency: "eur",
          capture_method: "manual",
          "allowed_payment_method_types[0]": "card",
          "payment_method_options[card][request_three_d_secure]": "automatic",
          receipt_email: "alice@example.com",
          description: "Bitcoin, 25 €",
          statement_descriptor_suffix: "Bitcoin 25",
          "metadata[purchase_id]": wanted.purchaseId,
        },
      },
    ]);
  });

  const FAULTS: readonly FakeFault["how"][] = [
    ...(["hang", "reset", "late_hang", "late_reset", "500", "late_500"] as const),
    ...(["429", "html", "list", "huge", "redirect"] as const),
  ];
  it.each(FAULTS)("that answers %s leaves it open what was done, and the call can be repeated", async (how) => {
    const { stripe, pace, processor, draft, lines } = await givenStripe();
    const wanted = draft();
    const failing = async (work: () => Promise<object>, on?: string) => {
      stripe.fail({ how, ...(on !== undefined && { on }) });
      pace.isHurried = how.endsWith("hang");
      const failure = await work().catch((error) => error);
      pace.isHurried = false;
      return failure;
    };
    const failure = await failing(() => processor.begin(wanted));
    expect(failure).toBeInstanceOf(ProcessorUnavailable);
    expect(failure).toMatchObject({ code: "processor_unavailable", status: 503, retryAfterSeconds: 5 });
    expect(`${failure.message}${lines.join()}`).not.toMatch(/FakeFake|alice/);
    expect(lines.join()).toContain("stripe_call.failed");
    const { reference } = await processor.begin(wanted);
    stripe.confirm(reference, CARD);

    for (const [act, done] of [
      ["capture", { state: "captured" }],
      ["refund", { refund: "succeeded" }],
    ] as const) {
      expect(await failing(() => processor[act](reference, wanted.purchaseId), "POST")).toBeInstanceOf(
        ProcessorUnavailable,
      );
      expect(await processor[act](reference, wanted.purchaseId)).toMatchObject(done);
    }
    expect(stripe.made.map(({ what }) => what)).toEqual(["captured", "refunded"]);
  });

  it("is unavailable with a wrong key, and the key is not in the log", async () => {
    const { deps, draft, lines } = await givenStripe();
    const secretKey = "sk_test_wrongwrongwrong";
    await expect(stripeProcessor({ ...FAKE_KEYS, secretKey }, deps).begin(draft())).rejects.toThrow(
      ProcessorUnavailable,
    );
    expect(lines.join()).toContain("StripeAuthenticationError");
    expect(lines.join()).not.toContain("wrongwrong");
  });

  it("counts what it keeps in the currency of the payment, rounded up, and says nothing before it knows", async () => {
    const { processor, reference, charge } = await captured();
    expect((await processor.get(reference)).fee).toBe(63n);
    charge.balance_transaction = { fee: 70, amount: 2_703, currency: "usd" };
    expect((await processor.get(reference)).fee).toBe(65n); // 70 * 2500 / 2703 = 64.7
    charge.balance_transaction = null;
    expect((await processor.get(reference)).fee).toBeUndefined();
  });

  it("shows no refund where a part was given back by hand, and gives back the rest", async () => {
    const { processor, reference, purchaseId, charge } = await captured();
    const part = { object: "refund", created: 0, status: "succeeded", payment_intent: reference } as const;
    charge.refunds.data.push({ id: "re_1", amount: 500, ...part });
    expect((await processor.get(reference)).refund).toBe("none");
    expect((await processor.refund(reference, purchaseId)).refund).toBe("succeeded");
    expect(charge.refunds.data.map(({ amount }) => amount)).toEqual([500, 2_000]);
  });

  it.each([
    ["warning_needs_response", "none"],
    ["prevented", "none"],
    ["under_review", "open"],
    ["appeal_under_review", "open"],
  ])("has disputes of status %s, which are %s", async (status, dispute) => {
    const { stripe, processor, reference } = await captured();
    stripe.dispute(reference, status);
    expect((await processor.get(reference)).dispute).toBe(dispute);
  });

  it.each([
    ["another payment", { id: "pi_other" }],
    ["a live payment", { livemode: true }],
    ["what is captured by itself", { capture_method: "automatic" }],
    ["a part of the amount", { amount_received: 2_499 }],
    ["no whole number", { amount: 25.5 }],
    ["a negative amount", { amount: -1 }],
    ["no currency", { currency: "euro" }],
    ["a state that is not known", { status: "half_paid" }],
    ["a text as its charge", { latest_charge: "ch_1" }],
  ])("that answers with %s is not believed", async (_, changes) => {
    const { processor, reference, intent, lines } = await captured();
    Object.assign(intent, changes);
    await expect(processor.get(reference)).rejects.toThrow(ProcessorUnavailable);
    expect(lines.join()).toContain("BadAnswer");
  });

  it.each([{ amount: 2_501 }, { currency: "usd" }, { metadata: { purchase_id: "other" } }, { client_secret: null }])(
    "that begins another payment than was asked for is not believed: %j",
    async (changes) => {
      const { stripe, processor, draft } = await givenStripe();
      stripe.rewrite = (body) => ({ ...body, ...changes });
      await expect(processor.begin(draft())).rejects.toThrow(ProcessorUnavailable);
    },
  );

  it("is not asked again for a refund that failed, also when it has forgotten the key", async () => {
    const { stripe, processor, draft } = await givenStripe();
    const wanted = draft();
    const { reference } = await processor.begin(wanted);
    stripe.confirm(reference, { ...CARD, refundFails: true });
    await processor.capture(reference, wanted.purchaseId);
    await processor.refund(reference, wanted.purchaseId);
    stripe.failRefund(reference);
    stripe.forgetKeys();
    expect((await processor.refund(reference, wanted.purchaseId)).refund).toBe("failed");
    expect(stripe.made.map(({ what }) => what)).toEqual(["captured", "refunded"]);
  });

  it("takes a key again only with what it was sent with before", async () => {
    const { stripe, processor, draft, lines } = await givenStripe();
    const wanted = draft();
    const begun = await processor.begin(wanted);
    expect(await processor.begin(wanted)).toEqual(begun);
    await expect(processor.begin({ ...wanted, email: "bob@example.com" })).rejects.toThrow(ProcessorUnavailable);
    expect(lines.join()).toContain("StripeIdempotencyError");
    expect(stripe.intents.size).toBe(1);
  });

  it("that refuses a call has not done it; the state says whether it still can be done", async () => {
    const { stripe, processor, draft } = await givenStripe();
    const wanted = draft();
    const { reference } = await processor.begin(wanted);
    stripe.confirm(reference, CARD);
    stripe.fail({ on: "POST", how: "refused" });
    await expect(processor.capture(reference, wanted.purchaseId)).rejects.toThrow(ProcessorUnavailable);
    stripe.fail({ on: "POST", how: "card_error" });
    expect((await processor.capture(reference, wanted.purchaseId)).state).toBe("canceled");
    expect(stripe.made).toEqual([]);
  });

  it("leads the key nowhere else", async () => {
    const { stripe, processor, reference } = await captured();
    stripe.fail({ on: "GET /v1/payment_intents", how: "redirect" });
    await expect(processor.get(reference)).rejects.toThrow(ProcessorUnavailable);
    expect(stripe.calls.map(({ call }) => call)).not.toContain("GET /elsewhere");
  });

  it("is not believed with a list that is longer than it may be, a fee of nothing, or a dispute that is not known", async () => {
    const { stripe, processor, reference, charge } = await captured();
    const refund = {
      id: "re_1",
      object: "refund",
      created: 0,
      amount: 1,
      status: "pending",
      payment_intent: reference,
    } as const;
    charge.refunds.data = Array.from({ length: 101 }, () => refund);
    await expect(processor.get(reference)).rejects.toThrow(ProcessorUnavailable);
    charge.refunds.data = [];
    charge.balance_transaction = { fee: 70, amount: 0, currency: "usd" };
    await expect(processor.get(reference)).rejects.toThrow(ProcessorUnavailable);
    charge.balance_transaction = null;
    expect((await processor.get(reference)).state).toBe("captured");
    stripe.dispute(reference, "strange");
    await expect(processor.get(reference)).rejects.toThrow(ProcessorUnavailable);
  });

  it("is called at its own host alone", async () => {
    const { deps, draft } = await givenStripe();
    const asked: string[] = [];
    const outbound = {
      request: (request: { readonly url: URL }) => {
        asked.push(request.url.href);
        return Promise.reject(new Error("no network"));
      },
    };
    const { address: _, ...rest } = deps;
    await expect(stripeProcessor(FAKE_KEYS, { ...rest, outbound }).begin(draft())).rejects.toThrow(
      ProcessorUnavailable,
    );
    expect(asked).toEqual(["https://api.stripe.com/v1/payment_intents"]);
  });
});

describe("messages of Stripe", () => {
  it("may come twice, late and in the wrong order: the payment is what it is", async () => {
    const { stripe, processor, reference, purchaseId } = await captured();
    stripe.dispute(reference);
    stripe.endDispute(reference, "won");
    await processor.refund(reference, purchaseId);
    const read: (readonly [string, unknown])[] = [];
    const receiver = await serveHttp(async (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      await once(request, "end");
      const { id, subject } = processor.readWebhook({ body: Buffer.concat(chunks), headers: request.headers });
      const state = subject?.kind === "payment" ? await processor.get(subject.reference) : undefined;
      read.push([id, state]);
      response.end();
    });
    onTestFinished(() => receiver.close());
    await stripe.sendAll(`http://${receiver.pair}/`);
    expect(read).toHaveLength(2 * stripe.events.length);
    expect(new Set(read.map(([id]) => id)).size).toBe(stripe.events.length);
    for (const [, state] of read)
      expect(state).toMatchObject({ state: "captured", dispute: "won", refund: "succeeded" });
  });

  it("are about a payment, an identity, or nothing that is read", async () => {
    const { stripe, processor } = await givenStripe();
    const about = (object: object) => {
      const event = { id: "evt_1", object: "event", type: "x", livemode: false, data: { object } };
      return processor.readWebhook(stripe.sign(event)).subject;
    };
    expect(about({ object: "charge", id: "ch_1", payment_intent: "pi_1" })).toEqual({
      kind: "payment",
      reference: "pi_1",
    });
    expect(about({ object: "identity.verification_session", id: "vs_1" })).toEqual({
      kind: "identity",
      reference: "vs_1",
    });
    expect(about({ object: "payout", id: "po_1" })).toBeUndefined();
    expect(about({ object: "charge", id: "ch_1", payment_intent: "pi_../x" })).toBeUndefined();
  });

  it("are refused when they are signed but of live money, or not of their form", async () => {
    const { stripe, processor } = await givenStripe();
    const good = { id: "evt_1", object: "event", type: "x", livemode: false, data: { object: {} } };
    expect(processor.readWebhook(stripe.sign(good)).id).toBe("evt_1");
    for (const bad of [{ ...good, livemode: true }, { ...good, id: 7 }, { ...good, data: null }, []])
      expect(() => processor.readWebhook(stripe.sign(bad))).toThrow(WebhookRefused);
  });

  it("are read by the service's clock", async () => {
    const { stripe, deps } = await givenStripe();
    const message = stripe.sign({ id: "evt_1", type: "x", livemode: false, data: { object: {} } });
    const inAnHour = { now: () => new Date(Date.now() + 3_600_000) };
    expect(() => stripeProcessor(FAKE_KEYS, { ...deps, clock: inAnHour }).readWebhook(message)).toThrow(WebhookRefused);
    const anHourAgo = { now: () => new Date(Date.now() - 3_600_000) };
    const early = stripeProcessor(FAKE_KEYS, { ...deps, clock: anHourAgo });
    expect(() => early.readWebhook(message)).toThrow(WebhookRefused);
    const header = String(message.headers["stripe-signature"]);
    const twice = {
      ...message,
      headers: { "stripe-signature": `t=${Math.floor(Date.now() / 1000) - 3_600},${header}` },
    };
    expect(() => early.readWebhook(twice)).toThrow(WebhookRefused);
  });
});

describe("changes at Stripe", () => {
  it("are those of the last hour at first", async () => {
    const { stripe, processor, draft } = await givenStripe();
    const old = await processor.begin(draft());
    stripe.age.seconds = 3_700;
    stripe.confirm(old.reference, CARD);
    stripe.age.seconds = 0;
    const young = await processor.begin(draft());
    stripe.confirm(young.reference, CARD);
    expect((await processor.listChanged("")).references).toEqual([young.reference]);
  });
  it("begin anew when Stripe has forgotten the cursor", async () => {
    const { stripe, processor, draft } = await givenStripe();
    const { reference } = await processor.begin(draft());
    stripe.confirm(reference, CARD);
    expect((await processor.listChanged("evt_forgotten")).references).toEqual([reference]);
  });

  it("are found however old they are, page by page, also a refund and a dispute of an older payment", async () => {
    const { stripe, processor, draft, purchaseId, reference } = await captured();
    const [old, second] = [await processor.begin(draft()), await processor.begin(draft())];
    const YEAR = 365 * 24 * 3_600;
    for (const id of [reference, second.reference]) {
      const intent = stripe.intents.get(id);
      if (intent !== undefined) intent.created -= YEAR;
    }
    const since = new Date(Date.now() - 60_000);
    expect((await processor.listSince(since)).map((one) => one.reference)).toEqual([old.reference]);
    await processor.refund(reference, purchaseId);
    stripe.dispute(second.reference);
    const found = await processor.listSince(since);
    expect(found.map((one) => one.reference)).toEqual([reference, second.reference, old.reference]);
    expect(found[0]).toEqual({ reference, purchaseId: undefined, isReturned: true });
    stripe.events.length = 0; // Stripe forgets events after 30 days
    const yearsAgo = new Date(Date.now() - 2 * YEAR * 1000);
    expect((await processor.listSince(yearsAgo)).length).toBe(3);
  });

  it.each([
    { data: [], has_more: true },
    { data: [{ id: "../x" }], has_more: false },
    { data: [{ id: "pi_1" }] },
    { data: "all" },
  ])("are not known by a list that is wrong: %j", async (wrong) => {
    const { stripe, processor } = await givenStripe();
    stripe.rewrite = () => wrong;
    await expect(processor.listSince(new Date())).rejects.toThrow(ProcessorUnavailable);
  });
});
