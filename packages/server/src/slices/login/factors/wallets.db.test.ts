import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { dumpOf, givenFactors, mailsTo, random, securityEventsOf, together } from "../testing/factors.harness.ts";
import { softwareWallet } from "../testing/wallet.harness.ts";
import { askWallet } from "./ask-wallet.ts";
import { checkWallet } from "./check-wallet.ts";
import { linkWallet } from "./link-wallet.ts";
import { listFactors } from "./list-factors.ts";
import { removeFactor } from "./remove-factor.ts";
import { signWithWallet } from "./sign-with-wallet.ts";

const HOME = "192.0.2.1";
const ELSEWHERE = "198.51.100.9";

onDatabase("a Lightning wallet", (database) => {
  async function given() {
    const world = givenFactors(database());
    const { deps } = world;
    const owner = await world.user();
    const browser = random.bytes(32);
    type Wallet = ReturnType<typeof softwareWallet>;

    const ask = async (where = browser) => await askWallet(deps, { browser: where, network: HOME, action: "login" });
    const sign = async (wallet: Wallet, qr: string, network = HOME) =>
      await signWithWallet(deps, { ...wallet.answer(qr), network });
    const check = async (where = browser) => await checkWallet(deps, { browser: where });
    const link = async (wallet: Wallet, { who = owner, network = HOME } = {}) => {
      const { qr } = await askWallet(deps, { browser, network: HOME, action: "link", userId: who.id });
      await sign(wallet, qr, network);
      return await linkWallet(deps, who.login(), { browser, name: "Phone" });
    };
    const linked = async (who = owner) => {
      const wallet = softwareWallet();
      if ((await link(wallet, { who })) !== "linked") throw new Error("not linked");
      return wallet;
    };
    return { ...world, owner, browser, ask, sign, check, link, linked };
  }

  it("logs its user in with the browser that shows the question, once", async () => {
    const { owner, ask, sign, check, linked } = await given();
    const wallet = await linked();
    const { qr, link, isSigned } = await ask();

    expect(decodeLnurl(qr).href).toMatch(
      /^https:\/\/pay\.example\/v0\/lnurl\/auth\?tag=login&k1=[0-9a-f]{64}&action=login$/,
    );
    expect([decodeLnurl(link).href, isSigned]).toEqual([decodeLnurl(qr).href, false]);
    expect(await check()).toEqual({ kind: "waiting" });
    expect(await sign(wallet, qr)).toBe("signed");
    expect(await ask()).toMatchObject({ qr, isSigned: true });
    expect(await check()).toMatchObject({ kind: "passed", userId: owner.id, isSameNetwork: true });
    expect(await check()).toEqual({ kind: "waiting" });
    expect((await ask()).qr).not.toBe(qr);
    expect(await securityEventsOf(database(), owner.id)).toEqual(["lightning_key_added"]);
    expect(await mailsTo(database(), owner.email)).toEqual([expect.stringContaining("wallet was linked")]);
  });

  it("signs a question once, of twenty wallets at the same time", async () => {
    const { ask, sign, check } = await given();
    const { qr } = await ask();
    const wallets = Array.from({ length: 20 }, () => softwareWallet());
    const results = await together(20, async (i) => ({ i, result: await sign(wallets[i] ?? softwareWallet(), qr) }));

    const winners = results.filter(({ result }) => result === "signed");
    expect(winners).toHaveLength(1);
    expect(results.filter(({ result }) => result === "unknown_k1")).toHaveLength(19);
    expect(await check()).toMatchObject({ kind: "unknown_wallet", key: wallets[winners[0]?.i ?? -1]?.key });
  });

  it("logs in one of twenty requests of its browser", async () => {
    const { ask, sign, check, linked } = await given();
    const wallet = await linked();
    await sign(wallet, (await ask()).qr);

    const checks = await together(20, () => check());
    expect(checks.filter(({ kind }) => kind === "passed")).toHaveLength(1);
  });

  it("logs in no other browser, and no browser that shows another question by now", async () => {
    const { ask, sign, check, linked, advance } = await given();
    const wallet = await linked();
    const { qr } = await ask();
    const other = random.bytes(32);
    await ask(other);
    await sign(wallet, qr);
    expect(await check(other)).toEqual({ kind: "waiting" });
    expect(await check()).toMatchObject({ kind: "passed" });

    const early = await ask();
    advance(240_001);
    const late = await ask();
    expect(late.qr).not.toBe(early.qr);
    expect(await sign(wallet, early.qr)).toBe("unknown_k1");
    expect(await check()).toEqual({ kind: "waiting" });
  });

  it("has five minutes to sign, and the browser as long to go on", async () => {
    const { ask, sign, check, linked, advance } = await given();
    const wallet = await linked();
    const slow = await ask();
    advance(300_000);
    expect(await sign(wallet, slow.qr)).toBe("unknown_k1");
    const signed = await ask();
    await sign(wallet, signed.qr);
    advance(300_000);
    expect(await check()).toEqual({ kind: "waiting" });
  });

  it("in another network is told apart, so that a relayed question is not enough for a login", async () => {
    const { owner, ask, sign, check, linked } = await given();
    const victim = await linked();
    await sign(victim, (await ask()).qr, ELSEWHERE);

    expect(await check()).toMatchObject({ kind: "passed", userId: owner.id, isSameNetwork: false });
  });

  it("in another network is not linked: whoever holds it would log in to this account", async () => {
    const { deps, owner, link } = await given();

    expect(await link(softwareWallet(), { network: ELSEWHERE })).toBe("other_network");
    expect((await listFactors(deps, owner.id)).lightningKeys).toEqual([]);
  });

  it("that nobody has is known as such", async () => {
    const { ask, sign, check } = await given();
    const wallet = softwareWallet();
    await sign(wallet, (await ask()).qr);

    expect(await check()).toEqual({ kind: "unknown_wallet", key: wallet.key, isSameNetwork: true });
  });

  it("must have signed the question itself", async () => {
    const { deps, ask, sign, check, linked } = await given();
    const wallet = await linked();
    const { qr } = await ask();
    const answer = wallet.answer(qr);
    const other = softwareWallet().answer(qr);

    expect(await signWithWallet(deps, { ...answer, sig: other.sig, network: HOME })).toBe("wrong_signature");
    expect(await signWithWallet(deps, { ...other, key: answer.key, network: HOME })).toBe("wrong_signature");
    expect(await signWithWallet(deps, { ...answer, k1: "", network: HOME })).toBe("wrong_signature");
    expect(await check()).toEqual({ kind: "waiting" });
    expect(await sign(wallet, qr)).toBe("signed");
  });

  it("is of one user: a question to link it is answered in that user's browser alone, and logs nobody in", async () => {
    const { deps, owner, user, browser, sign, check, linked, link } = await given();
    const wallet = await linked();
    const other = await user();

    await expect(link(wallet, { who: other })).rejects.toMatchObject({ code: "factor_taken" });
    const { qr } = await askWallet(deps, { browser, network: HOME, action: "link", userId: owner.id });
    await sign(softwareWallet(), qr);
    expect(await check()).toEqual({ kind: "waiting" });
    expect(await linkWallet(deps, other.login(), { browser, name: "x" })).toBe("waiting");
    expect(await linkWallet(deps, owner.login(), { browser: random.bytes(32), name: "x" })).toBe("waiting");
    expect(await linkWallet(deps, owner.login(), { browser, name: "x" })).toBe("linked");
    await expect(
      removeFactor(deps, other.login(), { kind: "lightning", key: wallet.key as never }),
    ).rejects.toMatchObject({
      code: "factor_missing",
    });
  });

  it("is linked with a login of the last ten minutes, and one of ten at most", async () => {
    const { deps, owner, browser, link, advance } = await given();
    const old = owner.login();
    for (let i = 0; i < 10; i += 1) await link(softwareWallet());
    await expect(link(softwareWallet())).rejects.toMatchObject({ code: "too_many_factors" });
    advance(600_001);
    await expect(linkWallet(deps, old, { browser, name: "x" })).rejects.toMatchObject({ code: "login_too_old" });
  });

  it("is removed, and then does nothing", async () => {
    const { deps, owner, ask, sign, check, linked } = await given();
    const wallet = await linked();
    await removeFactor(deps, owner.login(), { kind: "lightning", key: wallet.key as never });

    await sign(wallet, (await ask()).qr);
    expect(await check()).toMatchObject({ kind: "unknown_wallet" });
    expect(await securityEventsOf(database(), owner.id)).toEqual(["lightning_key_added", "lightning_key_removed"]);
  });

  it("leaves no question in the tables that could be answered, and no network", async () => {
    const { ask } = await given();
    const k1 = decodeLnurl((await ask()).qr).searchParams.get("k1") ?? "";
    const dump = await dumpOf(database());

    expect(k1).toHaveLength(64);
    expect(dump).not.toContain(k1);
    expect(dump).not.toMatch(new RegExp(`wallet.*${HOME.replaceAll(".", "\\.")}`));
  });
});
