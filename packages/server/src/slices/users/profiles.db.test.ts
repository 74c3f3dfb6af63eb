import { expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { newId, type UserId } from "#kernel/ids.ts";
import { MSATS_MAX, msats, sats } from "#kernel/money.ts";
import { findRemaining } from "#ledger";
import { blockUser, unblockUser } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { changeProfile } from "./change-profile.ts";
import { findProfile, findWalletState } from "./find-profile.ts";
import { markIdentityVerified } from "./mark-verified.ts";
import { avatarPages } from "./pages.ts";
import { profileOf } from "./present-profile.ts";
import { walletOf } from "./present-wallet.ts";
import { setUserLimits } from "./set-user-limits.ts";
import { findUser } from "./store.ts";
import { givenPayer, givenUser, HOUR_MS, random } from "./testing/users.harness.ts";

const BASE_URL = "https://pay.example.com";

onDatabase("what applications read of a user", (database) => {
  const deps = () => ({ ...database(), clock: machineClock });
  const profile = async (id: UserId) => {
    const found = await findProfile(database(), id);
    return found && profileOf(found, BASE_URL);
  };
  const wallet = async (id: UserId, on: Clock = machineClock) => {
    const found = await findWalletState({ batch: database().batchOn(on) }, id);
    return found && walletOf(found);
  };

  it("is the profile of the interface, with nothing missing", async () => {
    const user = await givenUser(database(), { gamertag: "Profile1", email: "profile@example.com" });
    expect(await profile(user.id)).toEqual({
      id: user.id,
      email: "profile@example.com",
      gamertag: "Profile1",
      image: `${BASE_URL}/avatars/${user.id}.svg`,
      isVerified: false,
      lightningAddress: "Profile1@pay.example.com",
      publicBio: "",
      publicStaticCharge: expect.stringMatching(/^lnurl1/),
      social: { twitter: "", website: "" },
    });
    expect(profileOf(user, BASE_URL)).toEqual(await profile(user.id));
    const { publicStaticCharge } = (await profile(user.id)) ?? {};
    expect(decodeLnurl(publicStaticCharge ?? "").href).toBe(`${BASE_URL}/lnurl/pay/wallet/${user.walletId}`);
    await markIdentityVerified(deps(), user);
    expect(await profile(user.id)).toMatchObject({ isVerified: true });
  });

  it("shows what the user has written, and keeps what a change does not name", async () => {
    const user = await givenUser(database());
    await changeProfile(database(), user.id, { publicBio: "Plays", image: "https://cdn.example/a.png" });
    await changeProfile(database(), user.id, { twitter: "@alice", website: "https://alice.example/me" });
    const social = { twitter: "alice", website: "https://alice.example/me" };
    const image = "https://cdn.example/a.png";
    expect(await profile(user.id)).toMatchObject({ publicBio: "Plays", image, social });
    await changeProfile(database(), user.id, { image: "", website: "" });
    expect(await profile(user.id)).toMatchObject({ image: `${BASE_URL}/avatars/${user.id}.svg`, publicBio: "Plays" });
    expect(await findUser(database().db, user.id)).toMatchObject({ website: "", twitter: "alice" });
    const refused = changeProfile(database(), user.id, { publicBio: "x", image: "http://cdn.example/a.png" });
    await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
    expect(await profile(user.id)).toMatchObject({ publicBio: "Plays" });
    const nobody = changeProfile(database(), newId<UserId>(random), { publicBio: "x" });
    await expect(nobody).rejects.toMatchObject({ code: "user_not_found" });
  });

  it("is the wallet with all five amounts; where there is no limit, all bitcoin that there can be", async () => {
    const user = await givenUser(database());
    const most = String(MSATS_MAX);
    const none = { daily: most, weekly: most, monthly: most, maxCredit: most };
    expect(await wallet(user.id)).toEqual({ balance: "0", remainingAmountLimits: none });

    const limits = { daily: sats(5n), weekly: sats(6n), monthly: undefined, maxBalance: sats(100n) };
    await setUserLimits(deps(), user.id, { set: limits, byLevel: [] });
    const payer = await givenPayer(database(), user, sats(30n));
    await spend(payer.wallet.account, msats(4_001n), machineClock.now());
    const left = { daily: "999", weekly: "1999", monthly: most, maxCredit: String(sats(100n) - sats(30n) + 4_001n) };
    expect(await wallet(user.id)).toEqual({ balance: String(sats(30n) - 4_001n), remainingAmountLimits: left });
  });

  it("counts rolling hours as the ledger does, however long ago the last payment was", async () => {
    const user = await givenUser(database());
    const limit = sats(1_000n);
    const limits = { daily: limit, weekly: limit, monthly: limit, maxBalance: undefined };
    await setUserLimits(deps(), user.id, { set: limits, byLevel: [] });
    const { account } = (await givenPayer(database(), user, sats(100n))).wallet;
    const start = new Date("2027-03-01T12:30:00Z");
    const later = (hours: number) => new Date(start.getTime() + hours * HOUR_MS);
    for (const hours of [0, 3, 30, 200]) await spend(account, sats(1n), later(hours));
    for (const [hours, day, week, month] of [
      [200, 1n, 1n, 4n],
      [223, 1n, 1n, 4n],
      [225, 0n, 1n, 4n],
      [369, 0n, 0n, 4n],
      [721, 0n, 0n, 3n],
      [800, 0n, 0n, 1n],
      [921, 0n, 0n, 0n],
    ] as const) {
      const remaining = await findRemaining(database().db, account, later(hours));
      expect([hours, remaining]).toMatchObject([
        hours,
        { daily: limit - sats(day), weekly: limit - sats(week), monthly: limit - sats(month) },
      ]);
      const shown = await wallet(user.id, { ...machineClock, now: () => later(hours) });
      expect(shown?.remainingAmountLimits.monthly).toBe(String(limit - sats(month)));
    }
  });

  it("is looked up for many users in one call, in the order of the requests", async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => givenUser(database())));
    const nobody = newId<UserId>(random);
    const ids = [...users.map(({ id }) => id), nobody, ...users.map(({ id }) => id).reverse()];
    const found = await Promise.all(ids.map((id) => findProfile(database(), id)));
    expect(found.map((one) => one?.id)).toEqual(ids.map((id) => (id === nobody ? undefined : id)));
    await Promise.all(users.map((user, i) => givenPayer(database(), user, sats(BigInt(i)))));
    const wallets = await Promise.all(ids.map((id) => findWalletState(database(), id)));
    expect(wallets.slice(0, 20).map((one) => one?.balance)).toEqual(users.map((_, i) => sats(BigInt(i))));
    expect(wallets[20]).toBeUndefined();
  });

  it("is nothing while the user is blocked", async () => {
    const user = await givenUser(database());
    await blockUser(deps(), user.id);
    expect([await profile(user.id), await wallet(user.id)]).toEqual([undefined, undefined]);
    await unblockUser(deps(), user.id);
    expect(await profile(user.id)).toMatchObject({ id: user.id });
    expect(await wallet(user.id)).toMatchObject({ balance: "0" });
  });

  async function spend(account: bigint, amount: bigint, at: Date): Promise<void> {
    const transfer = random.uuid();
    await database().db.query(sql`
      select *
        from ledger.post_many(
          ${at}, array[${transfer}]::uuid[], array[${account}]::bigint[], array[ledger.system('lightning_node')],
          array[${amount}]::bigint[], array[${amount}]::bigint[], null, array['test'], array[${transfer}]::uuid[])`);
  }
});

onDatabase("the picture of a user without one", () => {
  it("is there for any id, for ever, and for nothing else", async () => {
    const app = await sampleApp({ routes: [avatarPages] });
    const id = random.uuid();
    const answer = await ask(app, { method: "GET", url: `/avatars/${id}.svg?size=64` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
    expect(answer.body).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect((await ask(app, { method: "GET", url: `/avatars/${id.toUpperCase()}.svg` })).body).toBe(answer.body);
    for (const file of [id, `${id}.png`, "alice.svg", "..%2f.svg", `${id}.svg.svg`])
      expect((await ask(app, { method: "GET", url: `/avatars/${file}` })).statusCode).toBe(404);
  });
});
