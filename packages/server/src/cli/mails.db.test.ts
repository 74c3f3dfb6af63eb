import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenMailing } from "#slices/mails/testing/mailing.harness.ts";
import { runOn } from "./run-on.harness.ts";

onDatabase("leyden mail", (database) => {
  const run = runOn(database, "mail");

  it("shows the kept mails as text, newest last, and those of one address alone", async () => {
    const { append, process } = await givenMailing(database());
    expect(await run()).toBe("No mail was kept.\n");
    await append({ to: "alice@example.com" });
    await append({ to: "bob@example.com" });
    await process({ outlet: () => ({ kind: "mailbox" }) }).run();

    const shown = await run();
    expect(shown.match(/^To: .*$/gm)).toEqual(["To: alice@example.com", "To: bob@example.com"]);
    expect(shown).toContain("Subject: You have received 1 sat\n\nTake it: https://leyden.example/claim/");
    expect((await run("--limit", "1")).match(/^To: .*$/gm)).toEqual(["To: bob@example.com"]);
    expect((await run("--to", "Alice@example.com")).match(/^To: .*$/gm)).toEqual(["To: alice@example.com"]);
    expect(JSON.parse(await run("--json"))).toMatchObject([{ to: "bob@example.com" }, { to: "alice@example.com" }]);
    await expect(run("--limit", "101")).rejects.toMatchObject({ exitCode: 1 });
  });
});
