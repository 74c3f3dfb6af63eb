import { expect, it } from "vitest";
import { runAudit } from "#audit";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { disconnectApp } from "./apps/disconnect-app.ts";
import { invariants } from "./invariants.ts";
import { adapterOf } from "./provider/adapter.ts";
import { askToken, authorized, exchange, givenOauth, refresh } from "./testing/oauth.harness.ts";

onDatabase("a grant that is ended", (database) => {
  const bare = async () => {
    const lines = await runAudit({ db: database().db, invariants });
    return lines.flatMap(({ breaches }) => breaches);
  };

  it("gets no token any more, also not one that was on its way", async () => {
    const given = await givenOauth(database());
    const upsert = adapterOf(given.protocolDeps)("AccessToken").upsert(
      "a token",
      { grantId: "of a grant that is gone" },
      60,
    );
    await expect(upsert).rejects.toMatchObject({ error: "invalid_grant" });
    expect(await bare()).toEqual([]);
  });

  it("leaves nothing behind while tokens of it are being made", async () => {
    const given = await givenOauth(database());
    for (let round = 0; round < 5; round += 1) {
      const { body } = await askToken(given, exchange(given, await authorized(given)));
      const asked = Array.from({ length: 8 }, () => askToken(given, refresh(given, body["refreshToken"])));
      await Promise.all([...asked, disconnectApp(given, { userId: given.alice.id })]);
      expect(await bare()).toEqual([]);
      expect((await askToken(given, refresh(given, body["refreshToken"]))).body["error"]).toBe("invalid_grant");
    }
  });
});
