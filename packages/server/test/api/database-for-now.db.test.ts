import pg from "pg";
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { pagesForm } from "#platform/http/failure-page.ts";
import { lnurlForm } from "#platform/http/lnurl-form.ts";
import { givenAccounts } from "#service/testing/accounts.harness.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";

/** What PostgreSQL says when it did nothing and cannot for now. */
const PASSING = ["25006", "40001", "40P01", "53100", "53200", "53300", "55P03", "57014", "57P01", "57P02", "57P03"];
/** Those of a mistake of ours, and of an outcome that nobody knows. */
const OTHERS = ["23505", "42601", "22003", "40003"];

const databaseError = (code: string) => Object.assign(new pg.DatabaseError("no", 2, "error"), { code });
const options = { config: { access: "public" }, schema: { hide: true } } as const;

it.each([
  ...PASSING.map((code) => [code, 503, "1"] as const),
  ...OTHERS.map((code) => [code, 500, undefined] as const),
])("a database error %s is answered with %i in every form", async (code, status, retryAfter) => {
  const fail = async () => {
    throw databaseError(code);
  };
  const app = await sampleApp({
    routes: [
      (api) => void api.get("/v0/fails", options, fail),
      pagesForm((pages) => void pages.get("/page-fails", options, fail)),
      lnurlForm((lnurl) => void lnurl.get("/lnurl-fails", options, fail)),
    ],
  });
  for (const url of ["/v0/fails", "/page-fails", "/lnurl-fails"]) {
    const { statusCode, headers } = await ask(app, url);
    expect([url, statusCode, headers["retry-after"]]).toEqual([url, status, retryAfter]);
  }
});

onDatabase("a database that is read-only for a while", (database) => {
  it("stops a login with 503 and goes on with it afterwards", async () => {
    const { admin } = database();
    const { browser, url, alice, logIn } = await givenAccounts(database());
    const page = await browser.open(`${url}/login`);
    const [{ name } = { name: "" }] = await admin.query<{ name: string }>(sql`select current_database() as name`);
    const become = (readOnly: "on" | "off") =>
      admin.transaction(async (tx) => {
        await tx.query(sql`set transaction read write`);
        await tx.query({ text: `alter database ${name} set default_transaction_read_only = ${readOnly}`, values: [] });
        await tx.query(sql`
          select pg_terminate_backend(pid)
            from pg_stat_activity
           where datname = ${name}
             and pid <> pg_backend_pid()`);
      });
    await become("on");
    try {
      await expect.poll(async () => (await browser.submit(page, "login", { email: alice.email })).status).toBe(503);
    } finally {
      await become("off");
    }
    await expect.poll(async () => (await browser.open(`${url}/login`)).status).toBe(200);
    expect((await logIn(await browser.open(`${url}/login`))).url).toContain("/account");
  });
});
