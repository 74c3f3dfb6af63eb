import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { relyingParty } from "#protocol/passkey.ts";
import { softwareAuthenticator } from "../testing/authenticator.harness.ts";
import {
  BASE_URL,
  dumpOf,
  givenFactors,
  mailsTo,
  random,
  securityEventsOf,
  together,
  VISITOR,
} from "../testing/factors.harness.ts";
import { askPasskey, checkPasskey } from "./check-passkey.ts";
import { handleOf, linkPasskey, offerPasskey } from "./link-passkey.ts";
import { listFactors } from "./list-factors.ts";
import { removeFactor } from "./remove-factor.ts";

onDatabase("a passkey", (database) => {
  async function given(options?: { readonly hasMail: boolean }) {
    const world = givenFactors(database(), options);
    const site = relyingParty(BASE_URL, "Leyden");
    if (site === undefined) throw new Error("no passkeys here");
    const deps = { ...world.deps, site };
    const owner = await world.user();
    const browser = random.bytes(32);
    type Device = ReturnType<typeof softwareAuthenticator>;

    const link = async (device: Device, options: Parameters<Device["create"]>[1] = {}, who = owner) => {
      const asked = await offerPasskey(deps, who.login(), { browser });
      return await linkPasskey(deps, who.login(), { browser, answer: device.create(asked, options), name: "My phone" });
    };
    const linked = async (who = owner) => {
      const device = softwareAuthenticator(site);
      if ((await link(device, {}, who)) !== "linked") throw new Error("not linked");
      return device;
    };
    const ask = async (userId?: typeof owner.id) => await askPasskey(deps, { browser, userId });
    const logIn = async (device: Device, options: Parameters<Device["get"]>[1] = {}) =>
      await checkPasskey(deps, { browser, answer: device.get(await ask(), options), visitor: VISITOR });
    return {
      ...world,
      deps,
      site,
      owner,
      browser,
      link,
      linked,
      ask,
      logIn,
      device: () => softwareAuthenticator(site),
    };
  }

  it("is linked with a name and logs its user in, again and again", async () => {
    const { deps, owner, linked, logIn } = await given();
    const device = await linked();

    expect(await listFactors(deps, owner.id)).toMatchObject({
      passkeys: [{ id: device.id, name: "My phone", lastUsedAt: undefined }],
    });
    for (let login = 0; login < 3; login += 1)
      expect(await logIn(device)).toMatchObject({ kind: "passed", userId: owner.id });
    expect((await listFactors(deps, owner.id)).passkeys[0]?.lastUsedAt).toBeInstanceOf(Date);
    expect(await securityEventsOf(database(), owner.id)).toEqual(["passkey_added"]);
    expect(await mailsTo(database(), owner.email)).toEqual([expect.stringContaining("A passkey was added")]);
  });

  it("is asked for with the user verified, discoverable, for this site, and not one that there is", async () => {
    const { deps, owner, browser, linked, ask } = await given();
    const device = await linked();
    const offered = await offerPasskey(deps, owner.login(), { browser });

    expect(offered).toMatchObject({
      rp: { id: "pay.example" },
      user: { id: Buffer.from(handleOf(owner.id)).toString("base64url"), name: owner.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: device.id, transports: ["hybrid", "internal"] }],
    });
    const asked = await ask();
    expect(asked).toMatchObject({ rpId: "pay.example", userVerification: "required" });
    expect(asked).not.toHaveProperty("allowCredentials");
    expect((await ask(owner.id)).allowCredentials).toMatchObject([{ id: device.id }]);
  });

  it.each([
    ["of another site", { origin: "https://pay.example.evil" }],
    ["of the site on another port", { origin: "https://pay.example:8443" }],
    ["of the site without TLS", { origin: "http://pay.example" }],
    ["for another site's passkeys", { rpId: "evil.example" }],
    ["without the user verified", { flags: 0x41 }],
    ["without the user present", { flags: 0x44 }],
    ["from a frame", { crossOrigin: true }],
    ["to another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["of a login", { type: "webauthn.get" }],
    ["with certificates", { format: "apple" }],
  ] as const)("is not linked with an answer %s", async (_title, options) => {
    const { deps, owner, link, device } = await given();

    expect(await link(device(), options)).toBe("wrong");
    expect((await listFactors(deps, owner.id)).passkeys).toEqual([]);
  });

  it("is linked with the device's own signature", async () => {
    const { link, device, logIn } = await given();
    const mine = device();

    expect(await link(mine, { format: "packed" })).toBe("linked");
    expect(await logIn(mine)).toMatchObject({ kind: "passed" });
  });

  it.each([
    ["of another site", { origin: "https://evil.example" }],
    ["for another site's passkeys", { rpId: "evil.example" }],
    ["without the user verified", { flags: 0x01 }],
    ["from a frame", { crossOrigin: true }],
    ["to another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["of a registration", { type: "webauthn.create" }],
    ["for another user", { handle: new Uint8Array(16) }],
    ["for no user", { handle: new Uint8Array() }],
  ] as const)("does not log in with an answer %s", async (_title, options) => {
    const { linked, logIn } = await given();
    const device = await linked();

    expect(await logIn(device, options)).toEqual({ kind: "wrong" });
    expect(await logIn(device)).toMatchObject({ kind: "passed" });
  });

  it("answers each challenge once, of twenty concurrent answers, also when its counter goes on", async () => {
    const { deps, browser, linked, ask } = await given();
    const device = await linked();
    const asked = await ask();

    const checks = await together(20, () =>
      checkPasskey(deps, { browser, answer: device.get(asked), visitor: VISITOR }),
    );
    expect(checks.filter(({ kind }) => kind === "passed")).toHaveLength(1);
  });

  it("answers in the browser that was asked, within five minutes, and to the question that was asked last", async () => {
    const { deps, browser, linked, ask, advance } = await given();
    const device = await linked();
    const check = async (asked: Awaited<ReturnType<typeof ask>>, where = browser) =>
      (await checkPasskey(deps, { browser: where, answer: device.get(asked), visitor: VISITOR })).kind;

    expect(await check(await ask(), random.bytes(32))).toBe("wrong");
    const early = await ask();
    const late = await ask();
    expect(await check(early)).toBe("wrong");
    expect(await check(late)).toBe("passed");
    const slow = await ask();
    advance(300_000);
    expect(await check(slow)).toBe("wrong");
  });

  it("whose counter went back or stands still is refused, and its user sees it recorded", async () => {
    const { owner, linked, logIn } = await given();
    const device = await linked();
    expect(await logIn(device, { counter: 7 })).toMatchObject({ kind: "passed" });

    for (const counter of [7, 6, 0]) expect(await logIn(device, { counter })).toEqual({ kind: "wrong" });
    expect(await logIn(device, { counter: 8 })).toMatchObject({ kind: "passed" });
    expect(await securityEventsOf(database(), owner.id)).toEqual(["passkey_added", ...Array(3).fill("passkey_copied")]);
  });

  it("that does not count stays at 0", async () => {
    const { link, device, logIn } = await given();
    const mine = device();
    await link(mine, { counter: 0 });

    for (let login = 0; login < 2; login += 1)
      expect(await logIn(mine, { counter: 0 })).toMatchObject({ kind: "passed" });
  });

  it("as a second factor must be of the user who showed the first", async () => {
    const { deps, browser, owner, user, linked, ask } = await given();
    const mine = await linked();
    const other = await user();
    const theirs = await linked(other);

    expect(await checkPasskey(deps, { browser, answer: theirs.get(await ask(owner.id)), visitor: VISITOR })).toEqual({
      kind: "wrong",
    });
    expect(
      await checkPasskey(deps, { browser, answer: mine.get(await ask(owner.id)), visitor: VISITOR }),
    ).toMatchObject({
      userId: owner.id,
    });
  });

  it("is linked to one user: another cannot take it over, link with its answer, or remove it", async () => {
    const { deps, browser, owner, user, linked, link, logIn } = await given();
    const device = await linked();
    const other = await user();

    await expect(link(device, {}, other)).rejects.toMatchObject({ code: "factor_taken" });
    const asked = await offerPasskey(deps, owner.login(), { browser });
    const answer = softwareAuthenticator(deps.site).create(asked);
    expect(await linkPasskey(deps, other.login(), { browser, answer, name: "x" })).toBe("wrong");
    await expect(removeFactor(deps, other.login(), { kind: "passkey", id: device.id as never })).rejects.toMatchObject({
      code: "factor_missing",
    });
    device.create({ challenge: "", user: { id: Buffer.from(handleOf(owner.id)).toString("base64url") } });
    expect(await logIn(device)).toMatchObject({ kind: "passed", userId: owner.id });
  });

  it("is one of ten at most, also of many that are linked together", async () => {
    const { deps, owner, device } = await given();
    const results = await together(12, async () => {
      const browser = random.bytes(32);
      const asked = await offerPasskey(deps, owner.login(), { browser });
      const answer = device().create(asked);
      return await linkPasskey(deps, owner.login(), { browser, answer, name: "x" }).catch((error) => error.code);
    });
    expect(results.filter((result) => result === "linked")).toHaveLength(10);
    expect(results.filter((result) => result === "too_many_factors")).toHaveLength(2);
  });

  it("is removed, and then does nothing; of two last ways in one stays", async () => {
    const { deps, owner, linked, logIn } = await given({ hasMail: false });
    const devices = [await linked(), await linked()];
    const remove = async (id = "") =>
      await removeFactor(deps, owner.login(), { kind: "passkey", id: id as never }).then(
        () => "removed",
        (error) => error.code,
      );

    const results = await Promise.all(devices.map(async ({ id }) => await remove(id)));
    expect(results.sort()).toEqual(["last_way_in", "removed"]);
    const kinds: string[] = [];
    for (const device of devices) kinds.push((await logIn(device)).kind);
    expect(kinds.sort()).toEqual(["passed", "wrong"]);
    expect(await securityEventsOf(database(), owner.id)).toEqual(["passkey_added", "passkey_added", "passkey_removed"]);
  });

  it("may be the last one where codes by e-mail are sent", async () => {
    const { deps, owner, linked } = await given();
    const { id } = await linked();

    await removeFactor(deps, owner.login(), { kind: "passkey", id: id as never });
    expect((await listFactors(deps, owner.id)).passkeys).toEqual([]);
  });

  it("is not linked with an old login, without a name, or with what is no answer", async () => {
    const { deps, owner, browser, advance, device } = await given();
    const old = owner.login();
    const asked = await offerPasskey(deps, old, { browser });
    const answer = device().create(asked);

    await expect(linkPasskey(deps, old, { browser, answer, name: " \n " })).rejects.toMatchObject({
      code: "invalid_input",
    });
    for (const junk of [undefined, null, 1, "x", [], {}, { response: 1 }, { response: { clientDataJSON: "e30" } }]) {
      expect(await linkPasskey(deps, old, { browser, answer: junk, name: "x" })).toBe("wrong");
      expect(await checkPasskey(deps, { browser, answer: junk, visitor: VISITOR })).toEqual({ kind: "wrong" });
    }
    advance(600_001);
    await expect(offerPasskey(deps, old, { browser })).rejects.toMatchObject({ code: "login_too_old" });
    await expect(linkPasskey(deps, old, { browser, answer, name: "x" })).rejects.toMatchObject({
      code: "login_too_old",
    });
  });

  it("leaves no challenge in the tables in clear", async () => {
    const { ask } = await given();
    const { challenge } = await ask();
    const dump = await dumpOf(database());

    expect(dump).not.toContain(challenge);
    expect(dump).not.toContain(Buffer.from(challenge, "base64url").toString("hex"));
    expect((await database().db.query(sql`select from login.passkey_challenge`)).length).toBeGreaterThan(0);
  });
});
