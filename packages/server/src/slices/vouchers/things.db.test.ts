import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { UserId } from "#kernel/ids.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { personReads, projectReads } from "#service/thing-routes.ts";
import { rampReads } from "#slices/ramp/testing/ramp-routes.harness.ts";
import { DAY, givenVouchers } from "./testing/vouchers.harness.ts";

onDatabase("vouchers that are looked for", (database) => {
  async function given() {
    const vouchers = await givenVouchers(database());
    const { deps, issuer, taker, world } = vouchers;
    /** The wallet of the taker, with a person as its caller. */
    const actor = { kind: "user", userId: taker.wallet.owner.id as UserId, sessionId: "session" } as const;
    const callers = new Map<string, Caller>([
      ["issuer", issuer],
      ["rival", taker],
      ["person", { ...taker, actor }],
    ]);
    const bags = { paying: world.pay, requests: { db: deps.db, finders: {} }, ramp: rampReads(deps) };
    const appOf = async (routes: typeof projectReads) =>
      await sampleApp({ authenticate: async (key) => callers.get(key), routes: routes(bags) });
    const [ofProjects, ofPeople] = [await appOf(projectReads), await appOf(personReads)];
    const get = async (url: string, apikey = "issuer") =>
      (await ask(apikey === "person" ? ofPeople : ofProjects, { method: "GET", url, headers: { apikey } })).json();
    const search = async (text: string, as?: string) => await get(`/search?q=${encodeURIComponent(text)}`, as);
    const timeline = async ({ id }: { id: string }, as?: string) => await get(`/vouchers/${id}/timeline`, as);
    return { ...vouchers, search, timeline };
  }

  it("are found by code, id, own name and the transfer that made them, by their issuer alone", async () => {
    const { issue, codeOf, search } = await given();
    const { voucher } = await issue("voucher", { internalId: "gift 1" });
    const [{ id }, code] = [voucher, codeOf(voucher)];
    const transfer = voucher.origin.kind === "voucher" ? voucher.origin.transfer : "";
    for (const text of [code, code.toLowerCase(), ` ${id} `, "gift 1", transfer]) {
      expect((await search(text)).data.found, text).toMatchObject([
        { kind: "voucher", id, status: "open", amount: "1000000", name: "gift 1" },
      ]);
      for (const stranger of ["rival", "person"]) expect((await search(text, stranger)).data.found).toEqual([]);
    }
    for (const part of [code.slice(1), "gift", "gift%", "%"]) expect((await search(part)).data.found).toEqual([]);
  });

  it("are found by a person who has taken one, without what its issuer calls it", async () => {
    const { issue, redeem, search } = await given();
    const secret = await issue("voucher", { internalId: "gift 2" });
    await redeem(secret);
    const { id } = secret.voucher;
    expect((await search(id, "person")).data.found).toMatchObject([{ kind: "voucher", id, name: null }]);
    expect(await search("gift 2", "person")).toMatchObject({
      data: { found: [], lookedFor: ["own_name"] },
      message: "Nothing was found. It was looked for as your own name for it.",
    });
  });

  it("have a timeline that says where the value is, until when, and what became of it", async () => {
    const { issue, redeem, revoke, clock, timeline } = await given();
    const [open, taken, back, over] = [await issue(), await issue(), await issue(), await issue()];
    const made = "1,000 sat left the wallet for this voucher.";
    const told = async ({ voucher }: typeof open) => {
      const { data } = await timeline(voucher);
      return { ...data, happened: data.happened.map(({ text }: { text: string }) => text) };
    };
    expect(await told(open)).toEqual({
      status: "open",
      where: "It has left the wallet that paid for it, and waits for its taker.",
      why: "Nobody has taken it yet.",
      next: "Whoever has its link can take it. After its time the value goes back by itself.",
      nextCheckAt: null,
      isQuick: false,
      endsBy: open.voucher.expiresAt.toISOString(),
      happened: [made],
    });
    await redeem(taken);
    await revoke(back);
    expect(await told(taken)).toMatchObject({
      status: "redeemed",
      next: null,
      endsBy: null,
      happened: expect.arrayContaining([made, "A wallet of this service took it."]),
    });
    expect(await told(back)).toMatchObject({ status: "revoked", why: "Its issuer took it back.", next: null });
    clock.advance(31 * DAY);
    expect(await told(over)).toMatchObject({
      status: "open",
      why: "Its time is over.",
      next: "Its value goes back to the wallet that paid for it.",
    });
    for (const stranger of ["rival", "person"])
      expect((await timeline(open.voucher, stranger)).error.code).toBe("not_found");
  });
});
