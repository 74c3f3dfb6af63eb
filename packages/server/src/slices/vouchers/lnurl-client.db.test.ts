import { bech32 } from "@scure/base";
import { expect, it, onTestFinished } from "vitest";
import { msats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { sampleApp, serve } from "#service/testing/app.harness.ts";
import { fails, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { lnurlRoutes, voucherRoutes } from "./routes.ts";
import { givenVouchers, random } from "./testing/vouchers.harness.ts";

/** LUD-03, step 3, in its words. */
type WithdrawRequest = {
  readonly tag: "withdrawRequest";
  readonly callback: string;
  readonly k1: string;
  readonly defaultDescription: string;
  readonly minWithdrawable: number;
  readonly maxWithdrawable: number;
};

/**
 * A wallet, written from LUD-01, LUD-03 and LUD-08 alone. It takes what is scanned or clicked: bech32 in upper or lower
 * case, with or without `lightning:`.
 */
function wallet(makeInvoice: (amountMsats: number) => string) {
  const urlOf = (scanned: string): string => {
    const text = scanned.replace(/^lightning:/i, "").toLowerCase();
    const { prefix, words } = bech32.decode(text as `${string}1${string}`, false);
    if (prefix !== "lnurl") throw new Error("this is no LNURL");
    return new TextDecoder().decode(bech32.fromWords(words));
  };
  const get = async (url: string): Promise<unknown> => {
    const answer = (await (await fetch(url)).json()) as { readonly status?: string; readonly reason?: string };
    if (answer.status === "ERROR") throw new Error(answer.reason);
    return answer;
  };
  const checked = (found: Readonly<Record<string, unknown>>): WithdrawRequest => {
    const { tag, callback, k1, defaultDescription } = found;
    const [minWithdrawable, maxWithdrawable] = [Number(found["minWithdrawable"]), Number(found["maxWithdrawable"])];
    if (tag !== "withdrawRequest") throw new Error(`what is ${tag}?`);
    for (const text of [callback, k1, defaultDescription]) if (typeof text !== "string") throw new Error("no text");
    if (!(minWithdrawable >= 1 && minWithdrawable <= maxWithdrawable && Number.isSafeInteger(maxWithdrawable)))
      throw new Error("these are no amounts");
    return { ...(found as WithdrawRequest), minWithdrawable, maxWithdrawable };
  };
  return {
    async scan(scanned: string): Promise<WithdrawRequest> {
      const url = urlOf(scanned);
      const query = Object.fromEntries(new URL(url).searchParams);
      // LUD-08: the terms are in the address already.
      if (query["tag"] === "withdrawRequest") return checked(query);
      return checked((await get(url)) as Readonly<Record<string, unknown>>);
    },
    /** Takes the most that can be had, as an invoice in whole sats. Returns the invoice. */
    async withdraw({ callback, k1, maxWithdrawable, minWithdrawable }: WithdrawRequest) {
      const whole = Math.floor(maxWithdrawable / 1_000) * 1_000;
      const invoice = makeInvoice(Math.max(whole, minWithdrawable));
      const separator = callback.includes("?") ? "&" : "?";
      expect(await get(`${callback}${separator}k1=${k1}&pr=${invoice}`)).toEqual({ status: "OK" });
      return invoice;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look at what they expect
type Answer = { readonly data: any };

onDatabase("a Lightning wallet", (database) => {
  async function given() {
    const vouchers = await givenVouchers(database(), { node: { retriesFailed: true } });
    const deps = { ...vouchers.deps, baseUrl: "" };
    const app = await sampleApp({
      authenticate: async () => vouchers.issuer,
      routes: [voucherRoutes(deps), lnurlRoutes(deps)],
    });
    const service = await serve(app);
    onTestFinished(() => service.close());
    deps.baseUrl = `http://127.0.0.1:${service.port}`;

    const ask = async (path: string, request: RequestInit = {}) => {
      const headers = { apikey: "its key", "content-type": "application/json", "idempotency-key": random.uuid() };
      const answer = await fetch(`${deps.baseUrl}${path}`, { ...request, headers });
      return ((await answer.json()) as Answer).data;
    };
    return {
      ...vouchers,
      post: (path: string, body: object) => ask(path, { method: "POST", body: JSON.stringify(body) }),
      statusOf: async (path: string) => (await ask(path)).status,
      newWallet: () => wallet((amount) => vouchers.world.invoice({ amount: msats(BigInt(amount)) }).text),
    };
  }

  it.each([1_000_000, 1_234_567, 5_000, 1_000])("takes a voucher over %i msats by its LNURL", async (amount) => {
    const { post, statusOf, newWallet, later, world, breaches } = await given();
    world.node.plan = settles({ fee: msats(0n) });
    const voucher = await post("/v1/create-voucher", { amount, description: "Thank you" });
    const taker = newWallet();
    for (const scanned of [voucher.lnurl, voucher.lnurl.toUpperCase(), `lightning:${voucher.lnurl}`]) {
      const offer = await taker.scan(scanned);
      expect(offer.defaultDescription).toBe("Thank you");
      expect(offer.maxWithdrawable).toBeLessThanOrEqual(amount);
    }
    const invoice = await taker.withdraw(await taker.scan(voucher.lnurl));
    await later(5_000);
    expect(await statusOf(`/v0/vouchers/${voucher.id}`)).toBe("redeemed");
    expect(world.node.requests.at(-1)?.invoice).toBe(invoice);
    await expect(taker.scan(voucher.lnurl)).rejects.toThrow("this was redeemed before");
    expect(await breaches()).toEqual([]);
  });

  it("takes a withdrawal request by its fast LNURL, without asking for the terms", async () => {
    const { post, statusOf, newWallet, later, breaches } = await given();
    const { id, invoice } = await post("/v0/withdrawal-requests", { amount: "100000", description: "Prize & more" });
    const taker = newWallet();
    const offer = await taker.scan(invoice.fastUri);
    expect(offer).toEqual(await taker.scan(invoice.uri));
    await taker.withdraw(offer);
    await later(5_000);
    expect(await statusOf(`/v0/withdrawal-requests/${id}`)).toBe("completed");
    expect(await breaches()).toEqual([]);
  });

  it("is refused in words when another was first, and may try again when that one's payment has failed", async () => {
    const { post, statusOf, newWallet, later, world, breaches } = await given();
    const voucher = await post("/v1/create-voucher", { amount: "1000000" });
    const [first, second] = [newWallet(), newWallet()];
    world.node.plan = fails("no_route");
    const offer = await first.scan(voucher.lnurl);
    await first.withdraw(offer);
    await expect(second.withdraw(offer)).rejects.toThrow("this is being paid out to another invoice");
    await later(5_000);
    world.node.plan = settles();
    await second.withdraw(await second.scan(voucher.lnurl));
    await later(5_000);
    expect(await statusOf(`/v0/vouchers/${voucher.id}`)).toBe("redeemed");
    expect(await breaches()).toEqual([]);
  });
});
