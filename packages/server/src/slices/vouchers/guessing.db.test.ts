import { expect, it } from "vitest";
import type { EventId } from "#events";
import { newId, type TransferId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { redeemVoucher, WRONG_CODES_MAX } from "./claim/redeem-voucher.ts";
import { redeemMany } from "./store/batched.ts";
import { givenVouchers, random } from "./testing/vouchers.harness.ts";

onDatabase("a guesser of codes", (database) => {
  async function given() {
    const vouchers = await givenVouchers(database());
    const { deps, clock } = vouchers;
    const second = { ...deps, batch: database().batchOn(clock) };
    const guesser = async (name = "guesser") => await vouchers.world.project(name, sats(0n));
    const guess = async (caller: Awaited<ReturnType<typeof guesser>>, network: string, code: string, on = deps) => {
      const request = { caller, code, network };
      return await redeemVoucher(on, request).then(
        () => "redeemed",
        (error) => error.code,
      );
    };
    return { ...vouchers, second, guesser, guess };
  }
  const wrong = () => Buffer.from(random.bytes(4)).toString("hex").toUpperCase();

  it("sends five wrong codes an hour from one account, over two processes together", async () => {
    const { deps, second, guesser, guess, clock } = await given();
    const caller = await guesser();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => guess(caller, `network ${i}`, wrong(), i % 2 ? deps : second)),
    );
    expect(answers.filter((answer) => answer === "voucher_not_found")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "too_many_wrong_codes")).toHaveLength(35);
    expect(await guess(await guesser("another"), "elsewhere", wrong())).toBe("voucher_not_found");
    clock.advance(3_600_000);
    expect(await guess(caller, "network 1", wrong())).toBe("voucher_not_found");
  });

  it("sends twenty wrong codes an hour from one network, with however many accounts", async () => {
    const { guesser, guess } = await given();
    const answers: string[] = [];
    for (let account = 0; account < 6; account += 1) {
      const caller = await guesser(`guesser ${account}`);
      for (let i = 0; i < 5; i += 1) answers.push(await guess(caller, "one network", wrong()));
    }
    expect(answers.filter((answer) => answer === "voucher_not_found")).toHaveLength(20);
    expect(answers.slice(20)).toEqual(Array(10).fill("too_many_wrong_codes"));
  });

  it("ends the look-ups of all when many guess together, but not of who has the token", async () => {
    const { deps, issue, redeem, taker, stateOf } = await given();
    const secret = await issue();
    const guesses = Array.from({ length: WRONG_CODES_MAX.total + 50 }, (_, i) =>
      deps.batch(redeemMany, {
        code: wrong(),
        tokenHash: undefined,
        recipientHash: undefined,
        wallet: taker.wallet,
        idempotency: undefined,
        asker: `account ${i}`,
        network: `network ${i}`,
        wrongCodesMax: WRONG_CODES_MAX,
        transfer: newId<TransferId>(random),
        event: newId<EventId>(random),
      }),
    );
    const kinds = (await Promise.all(guesses)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "unknown")).toHaveLength(WRONG_CODES_MAX.total);
    expect(kinds.filter((kind) => kind === "too_many_wrong")).toHaveLength(50);
    await redeem(secret);
    expect(await stateOf(secret)).toBe("redeemed");
  });

  it("says when to try again, and learns from no answer whether a code exists", async () => {
    const { deps, issue, redeem, revoke, codeOf, guesser, stateOf } = await given();
    const [open, redeemed, revoked] = [await issue(), await issue(), await issue()];
    await redeem(redeemed);
    await revoke(revoked);
    const ask = async (code: string, token: string | undefined) => {
      const caller = await guesser();
      const request = { caller, code, token, network: random.uuid() };
      return await redeemVoucher(deps, request).catch(({ code, message, details }) => ({ code, message, details }));
    };
    const answers: unknown[] = [];
    for (const { voucher } of [open, redeemed, revoked])
      for (const token of [undefined, "A".repeat(22)]) answers.push(await ask(codeOf(voucher), token));
    answers.push(await ask(wrong(), undefined), await ask("no code", "no token"));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await stateOf(open)).toBe("open");

    const caller = await guesser();
    for (let i = 0; i < 5; i += 1) await redeemVoucher(deps, { ...asWrong(caller) }).catch(() => undefined);
    await expect(redeemVoucher(deps, asWrong(caller))).rejects.toMatchObject({
      code: "too_many_wrong_codes",
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 3_500 && seconds <= 3_600),
    });
  });
  const asWrong = (caller: Parameters<typeof redeemVoucher>[1]["caller"]) => ({
    caller,
    code: wrong(),
    network: "n",
  });
});
