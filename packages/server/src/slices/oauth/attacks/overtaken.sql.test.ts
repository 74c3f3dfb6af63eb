import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { authorizeUrl, codeIn, pkce } from "../testing/oauth.harness.ts";
import { givenService, logInBy, type Service } from "../testing/service.harness.ts";

onDatabase("an authorization that the end of all logins overtakes", (database) => {
  const grantsOf = async ({ alice }: Service) =>
    (
      await database().admin.query(sql`
        select from oauth.artifact where model = 'Grant' and user_id = ${alice.id}`)
    ).length;
  const waiting = async () =>
    (
      await database().admin.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    ).length;
  /** All logins of Alice end in a transaction that is committed when something waits for it. */
  const endLogins = async (service: Service, act: () => void) =>
    await database().db.transaction(async (tx) => {
      await tx.query(sql`select login.end_logins(${service.machine.clock.now()}, ${service.alice.id}, null)`);
      act();
      await expect.poll(waiting).toBe(1);
    });

  it("gives no code to who allows it at that moment, and remembers nothing as allowed", async () => {
    const service = await givenService(database());
    const browser = service.browser();
    const account = `${service.baseUrl}/account`;
    await expect(logInBy(service, browser, account, service.alice)).rejects.toThrow("/account"); // a page with forms
    const page = await browser.open(authorizeUrl(service, pkce().challenge));
    expect(page.html).toContain('id="consent"');
    let allowed: Promise<{ readonly url: string }> | undefined;
    await endLogins(service, () => {
      allowed = browser.submit(page, "consent", { decision: "allow" });
    });
    const end = await allowed;
    expect(new URL(end?.url ?? "").searchParams.has("code"), end?.url).toBe(false);
    expect(await grantsOf(service)).toBe(0);
    expect(
      await database().admin.query(sql`select from oauth.consent where user_id = ${service.alice.id}`),
    ).toHaveLength(0);
  });

  it("gives no code by what was allowed before", async () => {
    const service = await givenService(database());
    const browser = service.browser();
    expect(codeIn(await logInBy(service, browser, authorizeUrl(service, pkce().challenge), service.alice))).not.toBe(
      "",
    );
    const again = () => browser.open(authorizeUrl(service, pkce().challenge));
    expect(codeIn(await again())).not.toBe("");
    let asked: ReturnType<typeof again> | undefined;
    await endLogins(service, () => {
      asked = again();
    });
    const end = await asked;
    expect(new URL(end?.url ?? "").searchParams.has("code"), end?.url).toBe(false);
    expect(await grantsOf(service)).toBe(0);
  });
});
