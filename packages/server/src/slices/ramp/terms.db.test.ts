import { expect, it } from "vitest";
import { parseMinor } from "#kernel/fiat.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { codeIn } from "#slices/login/testing/login.harness.ts";
import { acceptTerms, findUserByEmail, listAcceptedTerms } from "#users";
import { chooseAmount, quoteChosen } from "./checkout/choose-amount.ts";
import { makeQuote } from "./checkout/make-quote.ts";
import { readCheckout } from "./checkout/read-checkout.ts";
import { tokenOf } from "./model/secrets.ts";
import type { SessionId } from "./model/session.ts";
import { TermsChanged } from "./model/terms-changed.ts";
import { presentCheckout } from "./present-checkout.ts";
import { checkoutRoutes } from "./routes.ts";
import { updateUser } from "./store/sessions.ts";
import { givenRamp } from "./testing/ramp.harness.ts";
import { mac } from "./testing/ramp-routes.harness.ts";

const terms = { url: "https://shop.example/terms", version: "3" };
const EUR_30 = { source: parseMinor("30.00"), currency: "EUR" } as const;
const WRONG = [undefined, "2", "4", ""];

onDatabase("the terms of the service, at a purchase", (database) => {
  async function given() {
    const ramp = await givenRamp(database());
    const deps = { ...ramp.deps, terms };
    const purchase = await ramp.quoted(); // without terms
    const { userId, sessionId } = purchase;
    const session = async () => await ramp.rereadSession(sessionId);
    const shown = async () => presentCheckout(await readCheckout(deps, await session(), "rsp")).terms;
    const versions = async () => (await listAcceptedTerms(database().db, userId)).map(({ version }) => version);
    return { ...ramp, deps, purchase, userId, sessionId, session, shown, versions };
  }

  it("are said as long as they are not accepted, and accepted by who goes on to a price, not by a look", async () => {
    const { deps, userId, session, shown, versions } = await given();
    await acceptTerms(deps, userId, "2");
    expect(await shown()).toEqual(terms);
    expect(await versions()).toEqual(["2"]);

    await makeQuote(deps, await session(), { ...EUR_30, shownTerms: "3" });

    expect(await shown()).toBeNull();
    expect((await versions()).toSorted()).toEqual(["2", "3"]);
  });

  it("are not accepted by who was shown others, or none; no price is made then", async () => {
    const { deps, session, versions, shown, purchase, reread } = await given();
    for (const shownTerms of WRONG)
      await expect(makeQuote(deps, await session(), { ...EUR_30, shownTerms })).rejects.toThrow(TermsChanged);
    expect([await versions(), await shown()]).toEqual([[], terms]);
    expect((await reread(purchase)).quote.source).toBe(parseMinor("25.00")); // the price before is still there
  });

  it("are not asked of who has accepted them, whatever a page that is older has shown", async () => {
    const { deps, userId, session, versions } = await given();
    await acceptTerms(deps, userId, "3");
    for (const shownTerms of WRONG) await makeQuote(deps, await session(), { ...EUR_30, shownTerms });
    expect(await versions()).toEqual(["3"]);
  });

  it("are not accepted by a login that the page finds by itself; who has accepted them goes on at once", async () => {
    const { deps, userId, session, versions, session: reread, sessionId } = await given();
    await database().admin.query(sql`update ramp.session set user_id = null where id = ${sessionId}`);
    await expect(chooseAmount(deps, await session(), EUR_30)).rejects.toThrow(TermsChanged);
    await chooseAmount(deps, await session(), { ...EUR_30, shownTerms: "3" });
    await updateUser(database().db, sessionId, userId);
    const priceOf = async () => (await readCheckout(deps, await reread(), "rsp")).purchase?.quote.source;

    await quoteChosen(deps, await session());

    expect([await versions(), await priceOf()]).toEqual([[], parseMinor("25.00")]);
    await acceptTerms(deps, userId, "3");
    await quoteChosen(deps, await session());
    expect(await priceOf()).toBe(EUR_30.source);
  });

  it("are accepted once by presses at the same time", async () => {
    const { deps, session, versions } = await given();
    const before = await session();
    await Promise.allSettled(
      Array.from({ length: 6 }, () => makeQuote(deps, before, { ...EUR_30, shownTerms: terms.version })),
    );
    expect(await versions()).toEqual(["3"]);
  });

  it("are no part of the page where there are none", async () => {
    const ramp = await givenRamp(database());
    const { sessionId, userId } = await ramp.quoted();
    const session = await ramp.rereadSession(sessionId);
    expect(presentCheckout(await readCheckout(ramp.deps, session, "rsp")).terms).toBeNull();
    await makeQuote(ramp.deps, session, { ...EUR_30, shownTerms: "1" });
    expect(await listAcceptedTerms(database().db, userId)).toEqual([]);
  });
});

onDatabase("the page of a purchase, when the terms change under it", (database) => {
  /** Somebody who is not known yet has opened the page. */
  async function given() {
    const ramp = await givenRamp(database());
    const deps = { ...ramp.deps, mac, outlet: () => ({ kind: "mailbox" }) as const, terms };
    const app = await sampleApp({ routes: [checkoutRoutes(deps)] });
    const session = await ramp.session();
    const post = async (path: string, payload: object, key = "") => {
      const headers = { authorization: `Bearer ${key}` };
      const url = `/ramp/${session.id}/api/${path}`;
      const answer = await ask(app, { method: "POST", url, payload, headers });
      const { data, error } = answer.json();
      return { status: answer.statusCode, data, code: error?.code };
    };
    const { page_key } = (await post("open", { token: tokenOf(mac, session.id) })).data;
    const accepted = async () => {
      const user = await findUserByEmail(database().db, session.email);
      return user === undefined ? [] : (await listAcceptedTerms(database().db, user.id)).map(({ version }) => version);
    };
    const stepOf = async (id: SessionId) => (await readCheckout(deps, await ramp.rereadSession(id), page_key)).step;
    return {
      ...ramp,
      session,
      accepted,
      step: async () => await stepOf(session.id),
      on: async (path: string, payload: object = {}) => await post(path, payload, page_key),
    };
  }

  it("is refused with a code of its own, and told the new ones: amount and code are as good as before", async () => {
    const { on, session, accepted, step } = await given();
    const amount = { amount: "30", currency: "EUR" };
    expect(await on("quote", { ...amount, terms: "2" })).toMatchObject({ status: 409, code: "ramp_terms_changed" });
    expect(await on("quote", amount)).toMatchObject({ status: 409, code: "ramp_terms_changed" });
    expect((await on("quote", { ...amount, terms: "3" })).data).toMatchObject({ step: "email", terms });
    await on("code");
    const [mail] = await database().admin.query<{ text: string }>(sql`
      select body_text as text from mails.mail where recipient = ${session.email}`);
    const code = codeIn(mail?.text);
    for (
      let tries = 0;
      tries < 6;
      tries += 1 // more than a code is good for
    )
      expect(await on("code/check", { code, terms: "2" })).toMatchObject({ status: 409, code: "ramp_terms_changed" });
    expect(await on("code/check", { code })).toMatchObject({ status: 409, code: "ramp_terms_changed" });
    expect([await accepted(), await step()]).toEqual([[], "code"]);

    const { data } = await on("code/check", { code, terms: "3" });

    expect(data).toMatchObject({ step: "card", terms: null, purchase: { source_amount: "30.00" } });
    expect(await accepted()).toEqual(["3"]);
  });

  it("takes no version that is no text of one", async () => {
    const { on } = await given();
    for (const path of ["quote", "code/check"])
      expect((await on(path, { amount: "30", currency: "EUR", code: "12345678", terms: "3".repeat(101) })).status).toBe(
        400,
      );
  });
});
