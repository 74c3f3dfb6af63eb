import { describe, expect, it } from "vitest";
import type { OutboundRequest } from "#platform/outbound/outbound.ts";
import { httpClientOf, STRIPE_ADDRESS } from "./stripe-http.ts";

function given(body: string) {
  const asked: OutboundRequest[] = [];
  const client = httpClientOf(
    {
      async request(request) {
        asked.push(request);
        return { status: 200, headers: new Map([["request-id", "req_1"]]), body: Buffer.from(body) };
      },
    },
    STRIPE_ADDRESS,
  );
  const call = ({ host = "api.stripe.com", port = "443", method = "GET", protocol = "https" } = {}) =>
    client.makeRequest(
      host,
      port,
      "/v1/x",
      method,
      { Accept: "a", "Content-Length": 3, Host: "evil" },
      "b=c",
      protocol,
      1,
    );
  return { asked, call };
}

describe("the way to Stripe", () => {
  it("is one host, for ten seconds, without redirects, and for answers of 2 MiB", async () => {
    const { asked, call } = given('{"id":"pi_1"}');
    const answer = await call();
    expect(asked).toEqual([
      {
        url: new URL("https://api.stripe.com/v1/x"),
        method: "GET",
        headers: { accept: "a" },
        maxBytes: 2_097_152,
        deadlineMs: 10_000,
        redirects: "none",
      },
    ]);
    expect([answer.getStatusCode(), answer.getHeaders(), await answer.toJSON()]).toEqual([
      200,
      { "request-id": "req_1" },
      { id: "pi_1" },
    ]);
    await call({ method: "POST" });
    expect(asked[1]?.body).toBe("b=c");
  });

  it.each([{ host: "files.stripe.com" }, { port: "444" }, { protocol: "http" }, { method: "DELETE" }])(
    "is not for %j",
    async (other) => {
      const { asked, call } = given("{}");
      await expect(call(other)).rejects.toThrow();
      expect(asked).toEqual([]);
    },
  );

  it.each(["[]", "null", "7", "{", "\u00ff"])("brings no answer back that is %s", async (body) => {
    const answer = await given(body).call();
    await expect(answer.toJSON()).rejects.toThrow(SyntaxError);
  });
});
