import { expect, it } from "vitest";
import { parseMinor } from "#kernel/fiat.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { acceptTerms, listAcceptedTerms } from "#users";
import { makeQuote } from "./checkout/make-quote.ts";
import { readCheckout } from "./checkout/read-checkout.ts";
import { presentCheckout } from "./present-checkout.ts";
import { givenRamp } from "./testing/ramp.harness.ts";

const terms = { url: "https://shop.example/terms", version: "3" };

onDatabase("the terms of the service, at a purchase", (database) => {
  it("are said as long as they are not accepted, and accepted by who goes on to a price, not by a look", async () => {
    const ramp = await givenRamp(database());
    const deps = { ...ramp.deps, terms };
    const purchase = await ramp.quoted(); // without terms
    const { userId } = purchase;
    const accepted = async () => await listAcceptedTerms(database().db, userId);
    const shown = async () => {
      const session = await ramp.rereadSession(purchase.sessionId);
      return presentCheckout(await readCheckout(deps, session, "rsp")).terms;
    };
    await acceptTerms(deps, userId, "2");
    expect(await shown()).toEqual({ url: terms.url });
    expect((await accepted()).map(({ version }) => version)).toEqual(["2"]);

    const session = await ramp.rereadSession(purchase.sessionId);
    await makeQuote(deps, session, { source: parseMinor("30.00"), currency: "EUR" });

    expect(await shown()).toBeNull();
    expect((await accepted()).map(({ version }) => version).toSorted()).toEqual(["2", "3"]);
  });

  it("are no part of the page where there are none", async () => {
    const ramp = await givenRamp(database());
    const { sessionId, userId } = await ramp.quoted();
    const session = await ramp.rereadSession(sessionId);
    expect(presentCheckout(await readCheckout(ramp.deps, session, "rsp")).terms).toBeNull();
    expect(await listAcceptedTerms(database().db, userId)).toEqual([]);
  });
});
