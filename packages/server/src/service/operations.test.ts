import type { InjectOptions } from "fastify";
import { describe, expect, it } from "vitest";
import type { Api } from "#platform/http/index.ts";
import { ask, KEY, withApp } from "./testing/app.harness.ts";

describe("operations", () => {
  it("say that the process lives, and what payments still wait for", async () => {
    const parts = [
      { name: "database", ready: true },
      { name: "node", ready: false, waitingFor: "channels" },
    ];
    await withApp({ readiness: async () => parts }, async (own) => {
      expect((await ask(own, "/healthz")).statusCode).toBe(200);
      const answer = await ask(own, "/readyz");
      expect(answer.statusCode).toBe(503);
      expect(answer.headers["retry-after"]).toBe("1");
      expect(answer.json()).toMatchObject({ message: "waiting for node (channels)", data: { parts } });
    });
    await withApp({ readiness: () => parts.slice(0, 1) }, async (own) => {
      expect((await ask(own, "/readyz")).statusCode).toBe(200);
    });
    const hung = [{ name: "tasks", ready: true, warning: "payments.drive" }];
    await withApp({ readiness: () => hung }, async (own) => {
      const answer = await ask(own, "/readyz");
      expect([answer.statusCode, answer.json()]).toMatchObject([
        200,
        { message: "Ready, with a warning.", data: { parts: hung } },
      ]);
    });
  });

  it("measure requests by route, never by path", async () => {
    await withApp({}, async (own) => {
      await ask(own, "/v0/unknown-path");
      await ask(own, { url: "/v0/whoami", headers: { apikey: KEY } });
      const { body, headers } = await ask(own, "/metrics");
      expect(headers["content-type"]).toContain("text/plain");
      expect(body).toContain(
        'leyden_http_request_duration_seconds_count{method="GET",route="/v0/whoami",status="200"} 1',
      );
      expect(body).not.toContain("unknown-path");
    });
  });

  it("show metrics to this machine only, or to any caller with the token", async () => {
    const asked = async (own: Api, options: InjectOptions) =>
      (await ask(own, { url: "/metrics", ...options })).statusCode;
    await withApp({}, async (own) => {
      expect(await asked(own, {})).toBe(200);
      expect(await asked(own, { remoteAddress: "192.0.2.7" })).toBe(404);
      for (const name of ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"])
        expect(await asked(own, { headers: { [name]: "127.0.0.1" } }), name).toBe(404);
      for (const host of ["leyden.example", "127.0.0.1.example:8080", "localhost.example"])
        expect(await asked(own, { headers: { host } })).toBe(404);
      for (const host of ["localhost", "127.0.0.1:8080", "[::1]:8080"])
        expect(await asked(own, { headers: { host } })).toBe(200);
    });
    await withApp({ metricsToken: "0123456789abcdef" }, async (own) => {
      expect(await asked(own, {})).toBe(404);
      const headers = { authorization: "Bearer 0123456789abcdef" };
      expect(await asked(own, { remoteAddress: "192.0.2.7", headers })).toBe(200);
    });
  });
});
