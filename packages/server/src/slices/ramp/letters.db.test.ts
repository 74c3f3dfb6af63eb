import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { setProjectLanguage } from "#projects";
import { fails } from "#slices/lightning/testing/fake-plan.harness.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { givenNoLimits } from "#slices/users/testing/users.harness.ts";
import { setLanguage } from "#users";
import { createRecipientCache, recipientsAt } from "#wallets";
import { readCheckout } from "./checkout/read-checkout.ts";
import { verifyIdentity } from "./checkout/verify-identity.ts";
import { writeLetters } from "./drive/write-letters.ts";
import { digitsOfNumber, purchaseNumber } from "./model/receipt.ts";
import { presentCheckout } from "./present-checkout.ts";
import { forgetOld } from "./sessions/forget-old.ts";
import { findPurchaseNamed } from "./store/purchases.ts";
import { givenRamp } from "./testing/ramp.harness.ts";

const HOUR_MS = 3_600_000;

onDatabase("letters about purchases", (database) => {
  async function given(changes: Parameters<typeof givenRamp>[1] = {}) {
    const ramp = await givenRamp(database(), changes);
    const mailsTo = async ({ userId }: { readonly userId: string }) =>
      await database().admin.query<{ subject: string; text: string; html: string; kind: string }>(sql`
        select m.subject, m.body_text as text, m.body_html as html, m.kind
          from mails.mail m
          join users.user u on u.email = m.recipient
         where u.id = ${userId}
         order by m.created_at, m.id`);
    const done = async (purchase: Parameters<typeof ramp.stateOf>[0], state: string) => {
      for (let looks = 0; looks < 8 && (await ramp.stateOf(purchase)) !== state; looks += 1) await ramp.later();
      expect(await ramp.stateOf(purchase)).toBe(state);
    };
    return { ...ramp, mailsTo, done, write: () => writeLetters(ramp.deps) };
  }

  it("are the receipt of what was delivered, once, however many processes write", async () => {
    const { authorized, done, write, mailsTo, lnAddress } = await given();
    const bought = await authorized();
    await write();
    expect(await mailsTo(bought)).toEqual([]);
    await done(bought, "completed");
    await Promise.all(Array.from({ length: 4 }, write));
    await write();
    const [mail, ...others] = await mailsTo(bought);
    expect(others).toEqual([]);
    const number = purchaseNumber(bought.id);
    expect(mail?.kind).toBe("receipt");
    expect(mail?.subject).toBe(`Your bitcoin has arrived: purchase ${number}`);
    for (const said of [
      `Purchase number: ${number}`,
      "Bitcoin bought: 26,630 sat",
      "Price: €92,000.00 per BTC",
      "Fee, included: €0.50",
      "Paid: €25.00",
      "Card: Visa ···· 4242",
      `Sent to: ${lnAddress}`,
      "Seller: Coin Shop, 1 Main Street, 12345 Town",
      "Questions: help@coin.example",
    ])
      expect(mail?.text).toContain(said);
    for (const none of ["/wallet", "Given back"]) expect(mail?.text).not.toContain(none);
    expect(mail?.text).toMatch(/Proof of payment: [0-9a-f]{64}\n/);
    expect(mail?.html).toContain("<td>€25.00</td>");
  });

  it("are written later when a process dies between the row and the mail", async () => {
    const { authorized, done, write, mailsTo, deps } = await given();
    const bought = await authorized();
    await done(bought, "completed");
    let asked = 0;
    const outlet = () => {
      asked += 1;
      if (asked > 1) throw new Error("killed");
      return { kind: "mailbox" } as const;
    };
    await expect(writeLetters({ ...deps, outlet })).rejects.toThrow("killed");
    expect(await mailsTo(bought)).toEqual([]);
    await write();
    expect(await mailsTo(bought)).toHaveLength(1);
  });

  it("lead to the page of the buyer's wallet when the bitcoin is in it", async () => {
    await givenNoLimits(database());
    const { db } = database();
    const recipientCache = createRecipientCache(machineClock);
    const recipientOf = recipientsAt("leyden.example", { db, recipientCache });
    const { authorized, opened, done, write, mailsTo, deps } = await given({ recipientOf });
    const bought = await authorized(await opened({ destination: undefined }));
    await done(bought, "completed");
    await write();
    const [mail] = await mailsTo(bought);
    const url = `${deps.baseUrl}/wallet`;
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toMatch(/Sent to(: |<\/th><td>)Your wallet here/); // as its page says
      expect(text).not.toContain(bought.destination);
    }
    expect(mail?.text).toContain("It is in your wallet here. Log in with this e-mail address");
    expect(mail?.text).toContain(`\n${url}\n`);
    expect(mail?.html).toContain(`<a href="${url}"`);
  });

  it("say that money went back, and nothing of a destination", async () => {
    const { authorized, done, write, mailsTo, world, lnAddress } = await given();
    const bought = await authorized();
    world.node.plan = fails();
    await done(bought, "refunded");
    await write();
    const [mail] = await mailsTo(bought);
    expect(mail?.subject).toBe(`Your money went back: purchase ${purchaseNumber(bought.id)}`);
    expect(mail?.text).toContain("€25.00 went back to your card");
    expect(mail?.text).not.toContain(lnAddress);
    for (const none of ["Proof of payment", "Bitcoin bought", "per BTC", "Fee, included"])
      expect(mail?.text).not.toContain(none);
    for (const said of ["Paid: €25.00", "Given back: €25.00", "Seller: Coin Shop"]) expect(mail?.text).toContain(said);
  });

  it("say that a transaction is on its way once there is one, and later that it has arrived", async () => {
    const { authorized, opened, done, write, mailsTo, later, world } = await given();
    const { chain } = world.node;
    const address = freshAddress();
    const bought = await authorized(await opened({ destination: address }));
    const number = purchaseNumber(bought.id);
    await write();
    expect(await mailsTo(bought)).toEqual([]);
    await done(bought, "delivering");
    await later(60_000);
    await write();
    await write();
    const [sent, ...others] = await mailsTo(bought);
    expect(others).toEqual([]);
    expect(sent?.subject).toBe(`Your bitcoin is on its way: purchase ${number}`);
    for (const said of [`Sent to: ${address}`, "Transaction: ", "Miners’ fee, included: 282 sat"])
      expect(sent?.text).toContain(said);
    chain.mine();
    await later(60_000);
    await done(bought, "completed");
    await write();
    const [, arrived] = await mailsTo(bought);
    expect(arrived?.subject).toBe(`Your bitcoin has arrived: purchase ${number}`);
  });

  it("are in the language that is kept for the person, else in that of the project", async () => {
    const { authorized, opened, done, write, mailsTo, person, deps } = await given();
    const [french, german] = [await person(), await person()];
    await setLanguage(deps, french.id, "fr");
    const bought = await authorized(await opened({}, { user: french }));
    await setProjectLanguage(deps, bought.projectId, "de");
    const other = await authorized(await opened({}, { user: german }));
    await done(bought, "completed");
    await done(other, "completed");
    await write();
    const [receipt] = await mailsTo(bought);
    expect(receipt?.subject).toBe(`Vos bitcoins sont arrivés\u00a0: achat ${purchaseNumber(bought.id)}`);
    const [ofProject] = await mailsTo(other);
    expect(ofProject?.html).toContain('<html lang="de">');
    expect(ofProject?.text.replaceAll("\u00a0", " ")).toContain("Du hast 26.630 sat für 25,00 € gekauft.");
  });

  it("are forgotten after 90 days, and not written again", async () => {
    const { authorized, done, write, mailsTo, clock, deps } = await given();
    const bought = await authorized();
    await done(bought, "completed");
    await write();
    const kept = async () =>
      (await database().db.query(sql`select 1 from ramp.letter where subject_id = ${bought.id}`)).length;
    clock.advance(90 * 24 * HOUR_MS - HOUR_MS);
    await forgetOld(deps);
    expect(await kept()).toBe(1);
    clock.advance(2 * HOUR_MS);
    await forgetOld(deps);
    expect(await kept()).toBe(0);
    await write();
    expect(await mailsTo(bought)).toHaveLength(1);
  });

  it("say what was decided about an identity, in the person's language, else in the project's", async () => {
    const { opened, deps, people, later, write, mailsTo, person } = await given();
    for (const [state, kept, ofProject, subject] of [
      ["approved", undefined, "en", "Your identity is confirmed"],
      ["approved", undefined, "pt", "A sua identidade está confirmada"],
      ["rejected", "es", "pt", "No se pudo confirmar tu identidad"],
    ] as const) {
      const user = await person();
      if (kept !== undefined) await setLanguage(deps, user.id, kept);
      const session = await opened({}, { user });
      await setProjectLanguage(deps, session.projectId, ofProject);
      await verifyIdentity(deps, session);
      people.say({ state, reason: undefined });
      await later(3_000);
      await Promise.all([write(), write()]);
      expect((await mailsTo({ userId: user.id })).map((mail) => mail.subject)).toEqual([subject]);
    }
  });

  it("are not of yesterday, and not where no mail can be sent", async () => {
    const { authorized, done, write, mailsTo, clock, deps } = await given();
    const bought = await authorized();
    await done(bought, "completed");
    await writeLetters({ ...deps, outlet: () => ({ kind: "none" }) });
    clock.advance(25 * HOUR_MS);
    await write();
    expect(await mailsTo(bought)).toEqual([]);
  });

  it("have the number by which the page and the operator name a purchase", async () => {
    const { authorized, done, deps, rereadSession } = await given();
    const bought = await authorized();
    await done(bought, "completed");
    const number = purchaseNumber(bought.id);
    expect(number).toMatch(/^[0-9A-F]{4}(-[0-9A-F]{4}){2}$/);
    for (const named of [number, number.toLowerCase(), number.replaceAll("-", " ")])
      expect((await findPurchaseNamed(database().db, named))?.id).toBe(bought.id);
    const shown = presentCheckout(await readCheckout(deps, await rereadSession(bought.sessionId), "rsp"));
    expect(shown.purchase?.card).toEqual({ brand: "Visa", last4: "4242" });
    expect(shown.purchase).toMatchObject({
      number,
      proof: { kind: "preimage", text: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(shown.seller).toEqual({
      name: "Coin Shop",
      address: "1 Main Street\n12345 Town",
      support: "help@coin.example",
    });
  });
});

it.each(["", "12", "0F3A-6D1E-9B2", "0F3A-6D1E-9B2G", "%", "0F3A-6D1E-9B20-1111"])("%j is no number", (text) =>
  expect(digitsOfNumber(text)).toBeUndefined(),
);
