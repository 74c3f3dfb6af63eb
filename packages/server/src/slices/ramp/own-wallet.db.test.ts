import { expect, it } from "vitest";
import type { ProjectId } from "#kernel/ids.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { givenNoLimits } from "#slices/users/testing/users.harness.ts";
import { createRecipientCache, findWallet, recipientsAt } from "#wallets";
import { tokenOf } from "./model/secrets.ts";
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
    const asked = { projectId, userId: buyer.id, currency: "EUR", returnUrl: `${deps.baseUrl}/wallet` } as const;
    return { ...ramp, deps, buyer, projectId, asked };
  }

  it("brings what is bought into that wallet, and calls no webhook", async () => {
    const { deps, asked, buyer, projectId, world, authorized, rereadSession, later, stateOf, breaches } = await given();
    const { session, url } = await openForUser(deps, asked);
    const { id } = session;
    expect(session).toMatchObject({ projectId, email: buyer.email, destination: undefined, quoteCurrency: "EUR" });
    expect(url).toBe(`https://leyden.example/ramp/${id}#token=${tokenOf(mac, id)}`);

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
  });

  it("is none where nobody takes money for bitcoin", async () => {
    const { deps, asked } = await given();
    const off = { ...deps, processor: () => undefined };
    await expect(openForUser(off, asked)).rejects.toMatchObject({ code: "ramp_unavailable" });
  });
});
