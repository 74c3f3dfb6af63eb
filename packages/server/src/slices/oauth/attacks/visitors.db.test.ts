import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { authorizeUrl, CALLBACK, codeIn, LOOPBACK, pkce } from "../testing/oauth.harness.ts";
import { givenService, logInBy } from "../testing/service.harness.ts";

const FORWARDED = "203.0.113.9";

onDatabase("the network of a security event", (database) => {
  const networksOf = async (userId: string, kind: string) => {
    const events = await database().admin.query<{ readonly network: string }>(sql`
      select network from login.security_event where user_id = ${userId} and kind = ${kind}`);
    return events.map(({ network }) => network);
  };

  /**
   * Alice's code is used twice, through something that says on whose behalf it asks; what her account shows of that.
   */
  async function networkOfReplay(trustedProxies: readonly string[]) {
    const service = await givenService(database(), { trustedProxies });
    const { verifier, challenge } = pkce();
    const code = codeIn(await logInBy(service, service.browser(), authorizeUrl(service, challenge), service.alice));
    const { clientId: client_id, clientSecret: client_secret } = service;
    const asked = { grant_type: "authorization_code", redirect_uri: CALLBACK, code, code_verifier: verifier };
    const statuses: number[] = [];
    for (let i = 0; i < 2; i += 1) {
      const answer = await fetch(`${service.baseUrl}/v1/oauth2/token`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": FORWARDED },
        body: JSON.stringify({ ...asked, client_id, client_secret }),
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 400]);
    return await networksOf(service.alice.id, "app_access_ended");
  }

  /** Alice logs out at the protocol's library with a browser behind something that says on whose behalf it asks. */
  async function networkOfLogout(trustedProxies: readonly string[]) {
    const service = await givenService(database(), { trustedProxies });
    const browser = service.browser({ "x-forwarded-for": FORWARDED });
    await logInBy(service, browser, authorizeUrl(service, pkce().challenge), service.alice);
    const page = await browser.open(`${service.baseUrl}/v1/oauth2/logout`);
    await browser.submit(page, "op.logoutForm", { logout: "yes" });
    return await networksOf(service.alice.id, "session_ended");
  }

  it("is the one that a trusted proxy names", async () => {
    expect(await networkOfReplay(["127.0.0.0/8"])).toEqual([FORWARDED]);
    expect(await networkOfLogout(["127.0.0.0/8"])).toEqual([FORWARDED]);
  });

  it("is that of the connection, whatever a caller that is not trusted says", async () => {
    for (const untrusted of [[], ["192.0.2.0/24"]]) {
      expect(await networkOfReplay(untrusted)).toEqual([LOOPBACK]);
      expect(await networkOfLogout(untrusted)).toEqual([LOOPBACK]);
    }
  });
});
