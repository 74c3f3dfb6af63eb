import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { rotateSecret } from "../apps/change-app.ts";
import { askToken, authorizeUrl, CALLBACK, codeIn, pkce } from "../testing/oauth.harness.ts";
import { givenService, logInBy } from "../testing/service.harness.ts";

/** What a secret may look like in a row: as it is, or written in another way. */
function writingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const raw = Buffer.from(secret, "base64url");
  return [bytes, raw]
    .flatMap((form) => [form.toString("hex"), form.toString("base64").replace(/=+$/, ""), form.toString("base64url")])
    .concat(secret, secret.toUpperCase(), encodeURIComponent(secret), [...secret].reverse().join(""))
    .map((text) => text.toLowerCase());
}

/** Cure 10: what is stored is worth nothing to a reader of the database. */
onDatabase("a reader of the database", (database) => {
  /** Each row of each table of the two schemas as one text, and what base64 in it says. */
  async function dump(): Promise<string> {
    const { admin } = database();
    const tables = await admin.query<{ readonly name: string }>(sql`
      select format('%I.%I', table_schema, table_name) as name
        from information_schema.tables
       where table_schema in ('oauth', 'login')
         and table_type = 'BASE TABLE'`);
    expect(tables.length).toBeGreaterThan(8);
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await admin.query<{ readonly text: string }>({
        text: `select to_jsonb(t)::text as text from ${name} t`,
        values: [],
      });
      texts.push(...rows.map(({ text }) => text));
    }
    const plain = texts.join("\n");
    const decoded = [...plain.matchAll(/[A-Za-z0-9_-]{40,}/g)].map(([text]) =>
      Buffer.from(text, "base64url").toString(),
    );
    return `${plain}\n${decoded.join("\n")}`.toLowerCase();
  }

  it("finds no code, token, secret or cookie that is good for anything, at any step of a login", async () => {
    const service = await givenService(database());
    const { clientId: client_id, clientSecret: client_secret, alice } = service;
    const browser = service.browser();
    const { verifier, challenge } = pkce();
    const asked = { scope: "openid user wallet", state: "state" };
    const pushed = await askToken(
      service,
      {
        client_id,
        client_secret,
        ...asked,
        response_type: "code",
        redirect_uri: CALLBACK,
        code_challenge: challenge,
        code_challenge_method: "S256",
      },
      "/v1/oauth2/par",
    );
    const requestId = pushed.body["request_uri"]?.split(":").at(-1) ?? "";
    const steps: [string, readonly string[]][] = [["pushed", [client_secret, requestId]]];

    await logInBy(service, browser, authorizeUrl(service, challenge, asked), alice);
    const sessions = () =>
      browser
        .cookies()
        .filter(({ name }) => /^leyden(?:_oauth)?(?:\.sig)?$/.test(name))
        .map(({ value }) => value);
    expect(sessions().length).toBe(3);
    const consent = await browser.open(authorizeUrl(service, challenge, { ...asked, prompt: "consent" }));
    steps.push(["waiting", [...sessions(), /name="csrf" value="([^"]*)"/.exec(consent.html)?.[1] ?? ""]]);
    await expectNothing(steps);

    const code = codeIn(await browser.submit(consent, "consent", { decision: "allow" }));
    steps.push(["code", [code, ...sessions()]]);
    await expectNothing(steps);

    const client = { client_id, client_secret };
    const fields = { ...client, code, code_verifier: verifier, redirect_uri: CALLBACK };
    const { body } = await askToken(service, { ...fields, grant_type: "authorization_code" });
    const refresh = { ...client, grant_type: "refresh_token", refresh_token: body["refresh_token"] };
    const next = await askToken(service, refresh);
    const { clientSecret } = await rotateSecret(service.machine, service.app);
    const given = [body, next.body].flatMap((answer) => [
      answer["access_token"],
      answer["refresh_token"],
      answer["id_token"],
    ]);
    steps.push(["tokens", [verifier, clientSecret, ...given.map(String), ...sessions()]]);
    await expectNothing(steps);
  });

  async function expectNothing(steps: readonly [string, readonly string[]][]): Promise<void> {
    const text = await dump();
    for (const [step, secrets] of steps)
      for (const secret of secrets) {
        expect(secret.length, step).toBeGreaterThan(20);
        for (const writing of writingsOf(secret))
          expect(text.includes(writing), `${step}: ${secret} as ${writing}`).toBe(false);
      }
  }

  it("would find one that is stored", async () => {
    const service = await givenService(database());
    const secret = "3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUW";
    const store = (payload: object) =>
      service.machine.db.query(sql`
        insert into oauth.artifact (model, id_hash, payload, created_at, expires_at)
        values ('Session', sha256('x'), ${JSON.stringify(payload)}, now(), now())
            on conflict (model, id_hash) do update set payload = excluded.payload`);
    for (const payload of [
      { a: secret },
      { a: [{ b: `x ${secret}` }] },
      { a: Buffer.from(`{"b":"${secret}"}`).toString("base64url") },
    ]) {
      await store(payload);
      const text = await dump();
      expect(writingsOf(secret).some((writing) => text.includes(writing))).toBe(true);
    }
  });
});
