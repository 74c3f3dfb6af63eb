import { expect, it } from "vitest";
import { idempotencyOf } from "#idempotency";
import { decimalOf } from "#kernel/fiat.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { walletOfUser } from "#service/wallet-of-user.ts";
import { givenNoLimits } from "#slices/users/testing/users.harness.ts";
import { createRecipientCache, findWallet, recipientsAt } from "#wallets";
import { readCheckout } from "./checkout/read-checkout.ts";
import { findBought } from "./find-bought.ts";
import { purchaseNumber } from "./model/receipt.ts";
import { tokenOf } from "./model/secrets.ts";
import type { Session } from "./model/session.ts";
import { presentCheckout } from "./present-checkout.ts";
import { openForUser } from "./sessions/open-for-user.ts";
import { openPage } from "./sessions/open-page.ts";
import { updateUser } from "./store/sessions.ts";
import { givenRamp } from "./testing/ramp.harness.ts";
import { mac } from "./testing/ramp-routes.harness.ts";

onDatabase("a session that the wallet of a person opens", (database) => {
  async function given() {
    await givenNoLimits(database());
    const { db } = database();
    const recipientCache = createRecipientCache(machineClock);
    const ramp = await givenRamp(database(), { recipientOf: recipientsAt("leyden.example", { db, recipientCache }) });
    const { actor } = ramp.caller;
    const projectId = (actor.kind === "project" ? actor.projectId : "") as ProjectId;
    const deps = { ...ramp.deps, mac, baseUrl: "https://leyden.example" };
    const buyer = await ramp.person();
    const opens = { projectId, returnUrl: `${deps.baseUrl}/wallet`, idempotency: undefined };
    const asked = { ...opens, userId: buyer.id, currency: "EUR" } as const;
    return { ...ramp, deps, buyer, projectId, asked };
  }

  it("brings what is bought into that wallet, and calls no webhook", async () => {
    const ramp = await given();
    const { deps, asked, buyer, projectId, world, authorized, rereadSession, later, stateOf, breaches } = ramp;
    const { session, url } = await openForUser(deps, asked);
    const { id } = session;
    expect(session).toMatchObject({ projectId, email: buyer.email, destination: undefined, quoteCurrency: "EUR" });
    expect(url).toBe(`https://leyden.example/ramp/${id}#token=${tokenOf(mac, id)}`);
    const shown = async (of: Session) => presentCheckout(await readCheckout(deps, of, "rsp")).session;
    const ofProject = await ramp.opened({ destination: undefined, returnUrl: asked.returnUrl });
    expect([await shown(session), await shown(ofProject)]).toMatchObject([
      { destination: null, return_url: asked.returnUrl, of_wallet: true },
      { destination: null, return_url: asked.returnUrl, of_wallet: false },
    ]);

    await openPage(deps, { id, token: tokenOf(mac, id), network: "192.0.2.9" });
    await updateUser(database().db, id, buyer.id);
    const purchase = await authorized(await rereadSession(id));
    await later();
    await later(60_000);
    expect(await stateOf(purchase)).toBe("completed");
    const wallet = await findWallet(database().db, buyer.walletId);
    expect(await world.balance({ wallet } as never)).toBe(purchase.quote.amount);
    expect(await database().admin.query(sql`select 1 from events.delivery where owner_id = ${projectId}`)).toEqual([]);
    expect(await breaches()).toEqual([]);

    const { db, batch } = database();
    const named = { ...deps, seller: { name: "Example shop" } };
    const bought = (user: UserId, invoices: readonly string[]) => findBought(named, { user, invoices });
    const money = await walletOfUser({ db, batch, bought }, world.pay).read(buyer);
    expect(money?.movements).toMatchObject([
      { said: { key: "money_move_bought" }, receipt: expect.stringMatching(/^\/wallet\/history\/[0-9a-f-]{36}$/) },
    ]);
    const [delivered] = await database().admin.query<{ invoice: string }>(sql`
      select invoice from ramp.purchase where id = ${purchase.id}`);
    const invoices = [delivered?.invoice ?? ""];
    const { source, currency } = purchase.quote;
    expect([...(await bought(buyer.id, invoices)).values()]).toEqual([
      expect.objectContaining({
        number: purchaseNumber(purchase.id),
        paid: decimalOf(source),
        currency,
        seller: "Example shop",
      }),
    ]);
    expect((await bought((await ramp.person()).id, invoices)).size).toBe(0);
    expect((await walletOfUser({ db, batch }, world.pay).read(buyer))?.movements).toMatchObject([
      { receipt: undefined },
    ]);
  });

  it("is opened once by a request that is repeated, also at once", async () => {
    const { deps, asked, buyer, person } = await given();
    const actor = (userId: UserId) => ({ kind: "user", userId, sessionId: "s" }) as const;
    const keyed = { ...asked, idempotency: idempotencyOf(actor(buyer.id), "buy", "k", { currency: "EUR" }) };
    const opened = await Promise.all(Array.from({ length: 8 }, () => openForUser(deps, keyed)));
    expect(new Set(opened.map(({ url }) => url)).size).toBe(1);
    expect((await openForUser(deps, keyed)).session).toEqual(opened[0]?.session);
    const changed = { ...keyed, idempotency: idempotencyOf(actor(buyer.id), "buy", "k", { currency: "USD" }) };
    await expect(openForUser(deps, changed)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    const other = await person();
    const theirs = { ...asked, userId: other.id, idempotency: idempotencyOf(actor(other.id), "buy", "k", {}) };
    const { session } = await openForUser(deps, theirs);
    expect([session.email, session.id === opened[0]?.session.id]).toEqual([other.email, false]);
  });

  it("is none where nobody takes money for bitcoin", async () => {
    const { deps, asked } = await given();
    const off = { ...deps, processor: () => undefined };
    await expect(openForUser(off, asked)).rejects.toMatchObject({ code: "ramp_unavailable" });
  });
});
