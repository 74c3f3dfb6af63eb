import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { totpAt } from "#protocol/totp.ts";
import {
  BROWSER,
  dumpOf,
  givenFactors,
  mailsTo,
  securityEventsOf,
  together,
  VISITOR,
} from "../testing/factors.harness.ts";
import { checkRecoveryCode } from "./check-recovery-code.ts";
import { checkTotp } from "./check-totp.ts";
import { linkTotp, offerTotp } from "./link-totp.ts";
import { listFactors } from "./list-factors.ts";
import { makeRecoveryCodes } from "./make-recovery-codes.ts";
import { removeFactor } from "./remove-factor.ts";

const STEP_MS = 30_000;

onDatabase("an authenticator app", (database) => {
  const secretOf = (url: string) => {
    const bits = [...(new URL(url).searchParams.get("secret") ?? "")]
      .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
      .join("");
    return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  };

  async function given() {
    const world = givenFactors(database());
    const user = await world.user();
    const code = (secret: Uint8Array, steps = 0) =>
      totpAt(secret, new Date(world.clock.now().getTime() + steps * STEP_MS));
    const link = async (who = user) => {
      const { url, offer } = await offerTotp(world.deps, who.login());
      const secret = secretOf(url);
      const linked = await linkTotp(world.deps, who.login(), { offer, code: code(secret) });
      if (linked.kind !== "linked") throw new Error(linked.kind);
      world.advance(STEP_MS);
      return { secret, offer, codes: linked.recoveryCodes };
    };
    const check = async (text: string, who = user) =>
      (await checkTotp(world.deps, { userId: who.id, code: text, browser: BROWSER })).kind;
    const recover = async (text: string, who = user) =>
      (await checkRecoveryCode(world.deps, { userId: who.id, code: text, visitor: VISITOR, browser: BROWSER })).kind;
    return { ...world, owner: user, code, link, check, recover };
  }

  it("is on from its first right code on, and not before", async () => {
    const { deps, owner, check, code } = await given();
    const { url, text, offer } = await offerTotp(deps, owner.login());
    const secret = secretOf(url);

    expect(url).toMatch(/^otpauth:\/\/totp\/pay\.example:user-/);
    expect(text.replaceAll(" ", "")).toBe(new URL(url).searchParams.get("secret"));
    expect(await check(code(secret))).toBe("wrong");
    expect(await linkTotp(deps, owner.login(), { offer, code: "000000" })).toEqual({ kind: "wrong" });
    expect(await listFactors(deps, owner.id)).toMatchObject({ totp: undefined });

    expect(await linkTotp(deps, owner.login(), { offer, code: code(secret) })).toMatchObject({ kind: "linked" });
    expect(await listFactors(deps, owner.id)).toMatchObject({ totp: { recoveryCodes: 10 } });
    expect(await securityEventsOf(database(), owner.id)).toEqual(["totp_added"]);
    expect(await mailsTo(database(), owner.email)).toEqual([
      expect.stringContaining("An authenticator app was set up"),
    ]);
  });

  it("is offered for a quarter of an hour, and to one user", async () => {
    const { deps, owner, user, code, advance } = await given();
    const { url, offer } = await offerTotp(deps, owner.login());
    const other = await user();

    expect(await linkTotp(deps, other.login(), { offer, code: code(secretOf(url)) })).toEqual({ kind: "offer_void" });
    expect(await linkTotp(deps, owner.login(), { offer: `B${offer.slice(1)}`, code: "1" })).toEqual({
      kind: "offer_void",
    });
    advance(900_000);
    expect(await linkTotp(deps, owner.login(), { offer, code: code(secretOf(url)) })).toEqual({ kind: "offer_void" });
  });

  it("is set up once, however often its first code is sent together", async () => {
    const { deps, owner, code } = await given();
    const { url, offer } = await offerTotp(deps, owner.login());
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => linkTotp(deps, owner.login(), { offer, code: code(secretOf(url)) })),
    );

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await securityEventsOf(database(), owner.id)).toEqual(["totp_added"]);
  });

  it("is not set up, renewed or removed with a login of more than ten minutes ago", async () => {
    const { deps, owner, link, advance } = await given();
    const old = owner.login();
    await link();
    advance(600_001 - STEP_MS);

    const tooOld = expect.objectContaining({ code: "login_too_old" });
    await expect(offerTotp(deps, old)).rejects.toEqual(tooOld);
    await expect(makeRecoveryCodes(deps, old)).rejects.toEqual(tooOld);
    await expect(removeFactor(deps, old, { kind: "totp" })).rejects.toEqual(tooOld);
    expect(await listFactors(deps, owner.id)).toMatchObject({ totp: { recoveryCodes: 10 } });
  });

  it("takes a code once, of twenty concurrent logins", async () => {
    const { link, check, code } = await given();
    const { secret } = await link();

    const kinds = await together(20, () => check(code(secret)));
    expect(kinds.filter((kind) => kind === "passed")).toHaveLength(1);
    expect(await check(code(secret))).not.toBe("passed");
  });

  it("takes the code of the step before, but none before the last one that was taken", async () => {
    const { link, check, code, advance } = await given();
    const { secret } = await link();
    advance(5 * STEP_MS);

    expect(await check(code(secret, -1))).toBe("passed");
    expect(await check(code(secret, -1))).toBe("wrong");
    expect(await check(code(secret, 1))).toBe("passed");
    expect(await check(code(secret))).toBe("wrong");
    expect(await check(code(secret, 2))).toBe("wrong");
  });

  it("does not take the code with which it was set up", async () => {
    const { link, check, code } = await given();
    const { secret } = await link();

    expect(await check(code(secret, -1))).toBe("wrong");
  });

  it("takes ten wrong codes of a user in an hour, of many that come together; other users do not wait", async () => {
    const { link, user, check, code, advance } = await given();
    const { secret } = await link();
    const other = await user();
    const theirs = await link(other);

    const kinds = await together(40, (i) => check(String(100_000 + i)));
    expect(kinds.filter((kind) => kind === "wrong")).toHaveLength(10);
    expect(kinds.filter((kind) => kind === "too_many_tries")).toHaveLength(30);
    expect(await check(code(secret))).toBe("too_many_tries");
    expect(await check(code(theirs.secret), other)).toBe("passed");
    advance(3_600_000);
    expect(await check(code(secret))).toBe("passed");
  });

  it("is one user's: its code does nothing for another", async () => {
    const { link, user, check, code, recover } = await given();
    const mine = await link();
    const other = await user();
    const theirs = await link(other);

    expect(await check(code(theirs.secret))).toBe("wrong");
    expect(await recover(theirs.codes[0] ?? "")).toBe("wrong");
    expect(await check(code(mine.secret), await user())).toBe("wrong");
    expect(await check(code(theirs.secret), other)).toBe("passed");
  });

  it("goes with its recovery codes when it is removed, and can be set up again with another secret", async () => {
    const { deps, owner, link, check, code, recover } = await given();
    const { secret, codes } = await link();
    await removeFactor(deps, owner.login(), { kind: "totp" });

    expect(await check(code(secret))).toBe("wrong");
    expect(await recover(codes[0] ?? "")).toBe("wrong");
    await expect(removeFactor(deps, owner.login(), { kind: "totp" })).rejects.toMatchObject({ code: "factor_missing" });
    const again = await link();
    expect(await recover(codes[0] ?? "")).toBe("wrong");
    expect(await recover(again.codes[0] ?? "")).toBe("passed");
    expect(await securityEventsOf(database(), owner.id)).toEqual([
      "totp_added",
      "totp_removed",
      "totp_added",
      "recovery_code_used",
    ]);
  });

  it("has ten recovery codes, each of which is taken once of twenty concurrent logins", async () => {
    const { deps, owner, link, recover } = await given();
    const { codes } = await link();
    expect(new Set(codes).size).toBe(10);

    const kinds = await together(20, () => recover(codes[3] ?? ""));
    expect(kinds.filter((kind) => kind === "passed")).toHaveLength(1);
    expect(await recover(codes[4]?.toLowerCase() ?? "")).not.toBe("wrong");
    expect(await securityEventsOf(database(), owner.id)).toContain("recovery_code_used");
    expect((await listFactors(deps, owner.id)).totp?.recoveryCodes).toBeLessThan(10);
  });

  it("has ten recovery codes also when new ones are asked for twice at the same time; all earlier ones are void", async () => {
    const { deps, owner, link, recover } = await given();
    const { codes } = await link();
    const made = await together(2, () => makeRecoveryCodes(deps, owner.login()));

    expect(await listFactors(deps, owner.id)).toMatchObject({ totp: { recoveryCodes: 10 } });
    expect(await recover(codes[0] ?? "")).toBe("wrong");
    const last = await Promise.all(made.map(async ([code = ""]) => await recover(code)));
    expect(last.sort()).toEqual(["passed", "wrong"]);
    const without = await given();
    await expect(makeRecoveryCodes(without.deps, without.owner.login())).rejects.toMatchObject({
      code: "factor_missing",
    });
  });

  it("leaves no secret in the tables, neither the app's nor a recovery code", async () => {
    const { link } = await given();
    const { secret, codes, offer } = await link();
    const dump = await dumpOf(database());

    expect(dump).toContain("totp_added");
    const forms = [Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64"), offer];
    for (const code of codes) forms.push(code, code.replaceAll("-", ""), Buffer.from(code).toString("hex"));
    for (const form of forms) expect(dump.toLowerCase()).not.toContain(form.toLowerCase());
  });

  it("is asked for with a secret that no other row opens", async () => {
    const { link, user, owner, check, code } = await given();
    const other = await user();
    const { secret } = await link();
    await link(other);
    await database().admin.query(sql`
      update login.totp set secret = (select secret from login.totp where user_id = ${owner.id}) where user_id = ${other.id}`);

    await expect(check(code(secret), other)).rejects.toThrow("cannot be opened");
  });
});
