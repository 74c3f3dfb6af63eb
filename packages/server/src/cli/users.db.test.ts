import { expect, it, vi } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { LEVEL_LIMITS } from "#slices/users/testing/levels.harness.ts";
import { newGamertag, random } from "#slices/users/testing/users.harness.ts";
import { acceptTerms, setLevels } from "#users";
import { runOn } from "./run-on.harness.ts";

onDatabase("leyden user", (database) => {
  const run = runOn(database, "user");
  async function given() {
    await setLevels(database(), LEVEL_LIMITS);
    const [gamertag, email] = [newGamertag(), `${random.uuid()}@example.com`];
    await run("create", "--email", email, "--gamertag", gamertag);
    const shown = async () => JSON.parse(await run("show", gamertag, "--json"));
    return { gamertag, email, shown };
  }
  const msats = (sats: number) => `${sats}000`;

  it("records what was proved; the limits follow", async () => {
    const { gamertag, email, shown } = await given();
    expect(await shown()).toMatchObject({ level: "unverified", limitsByHand: [], limits: { daily: msats(1_000) } });
    await run("verify", email, "--email");
    expect(await shown()).toMatchObject({ level: "email_verified", limits: { daily: msats(2_000) } });
    const text = await run("verify", gamertag, "--identity");
    expect(text).toMatch(/Identity verified 20\d\d-/);
    expect(text).toMatch(/daily +3000000 +3000000 +level identity verified/);
    expect(await run("list")).toMatch(new RegExp(`${gamertag} +${email} +identity verified`));
    await expect(run("verify", gamertag)).rejects.toThrow("nothing is to be recorded");
  });

  it("sets limits by hand, which stay, and gives them back to the level", async () => {
    const { gamertag, shown } = await given();
    const text = await run("limits", gamertag, "--daily", "7000", "--max-balance", "none");
    expect(text).toMatch(/daily +7000 +7000 +hand\n/);
    expect(text).toMatch(/maximum balance +none .* hand\n/);
    expect(text).toMatch(/weekly +10000000 +10000000 +level unverified/);
    await run("verify", gamertag, "--email");
    const limits = { daily: "7000", weekly: msats(20_000), maxBalance: null };
    expect(await shown()).toMatchObject({ limitsByHand: ["daily", "maxBalance"], limits });
    await run("limits", gamertag, "--daily", "level", "--max-balance", "5");
    expect(await shown()).toMatchObject({
      limitsByHand: ["maxBalance"],
      limits: { daily: msats(2_000), maxBalance: "5" },
    });
    await expect(run("limits", gamertag, "--daily", "much")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(run("limits", gamertag)).rejects.toThrow("nothing is to be changed");
  });

  it("gives another address", async () => {
    const { gamertag, shown } = await given();
    const email = `${random.uuid()}@example.com`;
    await run("email", gamertag, email.toUpperCase());
    expect(await shown()).toMatchObject({ email, emailVerifiedAt: expect.any(String) });
    await expect(run("email", gamertag, "no address")).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("writes to the former and to the new address, and sends no mail when nothing is changed", async () => {
    const { gamertag, email } = await given();
    const next = `${random.uuid()}@example.com`;
    const mailsTo = async (recipient: string) =>
      await database().admin.query<{ subject: string; body_text: string }>(sql`
        select subject, body_text from mails.mail where recipient = ${recipient}`);
    await run("email", gamertag, next);
    const changed = await mailsTo(email);
    expect(changed).toMatchObject([{ subject: "Your account has another e-mail address" }]);
    expect(changed[0]?.body_text).toContain("The operator of ");
    const welcome = [{ subject: "Your account has this e-mail address now" }];
    expect(await mailsTo(next)).toMatchObject(welcome);
    await run("email", gamertag, next);
    expect([await mailsTo(email), await mailsTo(next)].flat()).toHaveLength(2);

    vi.stubEnv("LEYDEN_NODE", "lnd://127.0.0.1:1");
    vi.stubEnv("LEYDEN_NODE_CREDENTIAL", "/nowhere");
    vi.stubEnv("LEYDEN_NODE_CERT", "/nowhere");
    const last = `${random.uuid()}@example.com`;
    await run("email", gamertag, last);
    // no mail server, and no network of developers
    expect([await mailsTo(next), await mailsTo(last)]).toMatchObject([welcome, []]);
  });

  it("shows which terms were accepted, and when", async () => {
    const { gamertag, shown } = await given();
    expect((await shown()).terms).toEqual([]);
    expect(await run("show", gamertag)).not.toContain("Terms");
    const clock = { now: () => new Date("2026-11-27T12:00:00Z") };
    await acceptTerms({ db: database().db, clock }, (await shown()).id, "2026-11-01");
    expect((await shown()).terms).toEqual([{ version: "2026-11-01", acceptedAt: "2026-11-27T12:00:00.000Z" }]);
    expect(await run("show", gamertag)).toContain("Terms 2026-11-01 accepted 2026-11-27T12:00:00.000Z.");
  });

  it("blocks and lifts the block", async () => {
    const { gamertag, shown } = await given();
    expect(await run("block", gamertag)).toContain("Blocked since");
    expect((await shown()).blockedAt).toEqual(expect.any(String));
    expect(await run("unblock", gamertag)).not.toContain("Blocked since");
    expect((await shown()).blockedAt).toBeNull();
    await expect(run("block", "no-such-user")).rejects.toMatchObject({ code: "user_not_found" });
  });
});
