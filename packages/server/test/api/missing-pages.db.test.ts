import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenAccounts } from "#service/testing/accounts.harness.ts";
import { ask } from "#service/testing/app.harness.ts";

onDatabase("an unknown path", (database) => {
  const paths = [
    "/login/nothing",
    "/login/a/b",
    "/account/nothing",
    "/account/apps/nothing",
    "/account/?x=1",
    "/accounts",
    "/v0x",
  ];

  it("is a page that says so, for a browser", async () => {
    const { app } = await givenAccounts(database());
    for (const url of paths) {
      const { statusCode, headers, body } = await ask(app, { url, headers: { accept: "text/html,*/*;q=0.8" } });
      expect([url, statusCode, headers["content-type"]]).toEqual([url, 404, "text/html; charset=utf-8"]);
      expect(body).toContain("There is no such page.");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
  });

  it("is JSON for a program, and below the paths of the API for everybody", async () => {
    const { app } = await givenAccounts(database());
    for (const [url, accept] of [
      ["/account/nothing", "application/json"],
      ["/v0/nothing", "text/html"],
      ["/accounts", "*/*"],
      ["/v0", "text/html"],
      ["/api/v1/nothing", "text/html"],
    ]) {
      const answer = await ask(app, { url: url ?? "", headers: { accept } });
      expect([url, answer.statusCode, answer.json().error.code]).toEqual([url, 404, "not_found"]);
    }
  });
});
