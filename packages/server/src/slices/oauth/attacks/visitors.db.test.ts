import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onNewestDatabase } from "#platform/database/testing/database.harness.ts";
import { authorizeUrl, CALLBACK, codeIn, LOOPBACK, pkce } from "../testing/oauth.harness.ts";
import { givenService, logInBy } from "../testing/service.harness.ts";

const FORWARDED = "203.0.113.9";

onNewestDatabase("the network of a security event", (database) => {
  /** Alice's code is used twice, through something that says on whose behalf it asks; what her account shows of that. */
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
    const events = await database().admin.query<{ readonly network: string }>(sql`
      select network from login.security_event where user_id = ${service.alice.id} and kind = 'app_access_ended'`);
    return events.map(({ network }) => network);
  }

  it("is the one that a trusted proxy names", async () => {
    expect(await networkOfReplay(["127.0.0.0/8"])).toEqual([FORWARDED]);
  });

  it("is that of the connection, whatever a caller that is not trusted says", async () => {
    expect(await networkOfReplay([])).toEqual([LOOPBACK]);
    expect(await networkOfReplay(["192.0.2.0/24"])).toEqual([LOOPBACK]);
  });
});
