import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { withdrawLinks } from "#slices/vouchers/model/withdraw-offer.ts";
import { setUserLimits } from "#users";
import { givenOwnWallet } from "./testing/own-wallet.harness.ts";

onDatabase("an invoice of a wallet", (database) => {
  it("is made, read with what came in, and made once for its key", async () => {
    const { someone, post, get, pay, random } = await givenOwnWallet(database());
    const [person, payer] = [await someone(), await someone(sats(100n))];
    const key = { "idempotency-key": random.uuid() };
    const body = { amount: "50000", description: "Lunch", note: "with Bob" };
    const { data } = await post(person, "/charges", body, key);
    expect(data).toMatchObject({ amount: "50000", status: "pending", received: "0", note: "with Bob", paidAt: null });
    expect(data.uri).toBe(`lightning:${data.invoice}`);
    expect((await post(person, "/charges", body, key)).data.id).toBe(data.id);

    await pay(payer, { kind: "invoice", recipient: data.invoice });
    const { data: paid } = await get(person, `/charges/${data.id}`);
    expect(paid).toMatchObject({ status: "completed", received: "50000", paidAt: expect.any(String) });
    expect((await post(person, "/charges", { amount: "1", description: "é".repeat(320) })).code).toBe("invalid_input");
    expect((await get(person, "/charges/none")).code).toBe("charge_not_found");
  });

  it("that a project has asked for is the wallet's, and none of another wallet is shown", async () => {
    const { someone, get, post } = await givenOwnWallet(database());
    const [person, other] = [await someone(), await someone()];
    const { data } = await post(person, "/charges", { amount: "50000", description: "mine" });
    await database().admin.query(sql`
      update receiving.charge
         set origin = 'project', asked_by = ${other.user.id}
       where id = ${data.id}`);
    expect((await get(person, `/charges/${data.id}`)).status).toBe(200);
    expect((await get(other, `/charges/${data.id}`)).code).toBe("charge_not_found");
  });
});

onDatabase("a voucher on the wallet's page", (database) => {
  it("is looked at and taken by its link, its LNURL or its token, once, by one person", async () => {
    const { someone, post, issue, balanceOf, outstanding } = await givenOwnWallet(database());
    const [person, other] = [await someone(), await someone()];
    const forms = (token: string) => [
      token,
      `https://leyden.example/claim#${token}`,
      withdrawLinks("https://leyden.example", token, undefined).uri.toUpperCase(),
    ];
    for (const [i, form] of forms("x").entries()) {
      const { voucher, token } = await issue();
      const codeOrLink = forms(token)[i] ?? form;
      const looked = await post(person, "/vouchers/preview", { codeOrLink });
      expect(looked.data, codeOrLink).toMatchObject({
        kind: "voucher",
        status: "open",
        amount: "1000000",
        sender: expect.stringMatching(/^payer /),
        description: "a gift",
        isYours: false,
        refusal: null,
      });
      const pressed = await Promise.all([0, 1, 2, 3].map(() => post(person, "/vouchers/redeem", { codeOrLink })));
      for (const { data } of pressed) expect(data).toMatchObject({ id: voucher.id, amount: "1000000" });
      const late = await post(other, "/vouchers/redeem", { codeOrLink });
      expect(late.code).toBe("voucher_redeemed");
      expect((await post(person, "/vouchers/preview", { codeOrLink })).data).toMatchObject({
        isYours: true,
        status: "redeemed",
        refusal: { code: "voucher_redeemed" },
      });
    }
    expect([await balanceOf(person), await balanceOf(other), await outstanding()]).toEqual([3_000_000n, 0n, 0n]);
  });

  it("is taken by its code alone where it was sent to the person's address; codes say nothing before", async () => {
    const { someone, post, issue, codeOf } = await givenOwnWallet(database());
    const [person, other] = [await someone(), await someone()];
    const { voucher } = await issue("voucher", { recipientEmail: person.user.email as never });
    const code = codeOf(voucher);
    const nothing = { kind: "code", status: null, amount: null, sender: null, isYours: false, refusal: null };
    for (const codeOrLink of [code, code.toLowerCase(), "00000000"])
      expect((await post(other, "/vouchers/preview", { codeOrLink })).data).toMatchObject(nothing);
    expect((await post(other, "/vouchers/redeem", { codeOrLink: code })).code).toBe("voucher_not_found");
    expect((await post(person, "/vouchers/redeem", { codeOrLink: ` ${code.toLowerCase()} ` })).data.id).toBe(
      voucher.id,
    );
  });

  it("is taken by its code once for its key: an answer that was lost comes again, and counts as no wrong code", async () => {
    const { someone, post, issue, codeOf, random, balanceOf } = await givenOwnWallet(database());
    const [person, other] = [await someone(), await someone()];
    const sent = async () => {
      const { voucher } = await issue("voucher", { recipientEmail: person.user.email as never });
      return { id: voucher.id, codeOrLink: codeOf(voucher) };
    };
    const [first, second] = [await sent(), await sent()];
    const key = { "idempotency-key": random.uuid() };
    const take = (as: typeof person, { codeOrLink }: typeof first, headers?: typeof key) =>
      post(as, "/vouchers/redeem", { codeOrLink }, headers);
    // More often than wrong codes may be asked for in an hour.
    const pressed = await Promise.all(Array.from({ length: 8 }, () => take(person, first, key)));
    for (const { data } of pressed) expect(data).toEqual({ ...pressed[0]?.data, id: first.id });
    expect((await take(person, { ...first, codeOrLink: ` ${first.codeOrLink} ` }, key)).data.id).toBe(first.id);
    expect(await balanceOf(person)).toBe(1_000_000n);

    expect((await take(person, second, key)).code).toBe("idempotency_mismatch");
    expect((await take(other, first, key)).code).toBe("voucher_not_found");
    expect((await take(other, second, key)).code).toBe("voucher_not_found");
    expect((await take(person, first)).code).toBe("voucher_not_found");
    expect((await take(person, second)).data.id).toBe(second.id);
    expect([await balanceOf(person), await balanceOf(other)]).toEqual([2_000_000n, 0n]);
  });

  it("that cannot be taken says why", async () => {
    const { someone, post, issue, revoke, world, balanceOf } = await givenOwnWallet(database());
    const person = await someone();
    const answers = async (codeOrLink: string) => [
      (await post(person, "/vouchers/preview", { codeOrLink })).data?.refusal?.code,
      (await post(person, "/vouchers/redeem", { codeOrLink })).code,
    ];
    const revoked = await issue();
    await revoke(revoked);
    expect(await answers(revoked.token)).toEqual(["voucher_revoked", "voucher_revoked"]);
    expect(await answers((await issue("withdrawal")).token)).toEqual([
      "voucher_for_lightning",
      "voucher_for_lightning",
    ]);
    await setUserLimits(world.drive, person.user.id, { set: { maxBalance: sats(10n) }, byLevel: [] });
    expect(await answers((await issue()).token)).toEqual(["receive_limit_exceeded", "receive_limit_exceeded"]);
    for (const unknown of ["AAAAAAAAAAAAAAAAAAAAAA", "https://evil.example/claim#AAAAAAAAAAAAAAAAAAAAAA", "no code"])
      expect((await post(person, "/vouchers/preview", { codeOrLink: unknown })).code).toBe("voucher_not_found");
    expect(await balanceOf(person)).toBe(0n);
  });

  it("cannot be guessed: links that lead nowhere are counted for the account", async () => {
    const { someone, post } = await givenOwnWallet(database());
    const person = await someone();
    const codes: (string | undefined)[] = [];
    for (let tries = 0; tries < 7; tries += 1)
      codes.push((await post(person, "/vouchers/preview", { codeOrLink: `AAAAAAAAAAAAAAAAAAAAA${tries}` })).code);
    expect(codes).toEqual([...Array(5).fill("voucher_not_found"), ...Array(2).fill("too_many_wrong_codes")]);
  });
});
