import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { eventsApi } from "./testing/events-api.harness.ts";

onDatabase("the keys of events", (database) => {
  const { ask, data, freshKey, shop, givenEndpoint, givenEvent } = eventsApi(database);

  type Keyed = {
    /** The call's; another thing's; and, where the call ends the thing, a third one's. */
    readonly path: readonly string[];
    /** Two values for each part of its input. */
    readonly fields: Record<string, readonly [unknown, unknown]>;
    readonly required?: string;
  };
  const givenHost = async (name: string): Promise<string> =>
    (await data("POST", "/v0/callback-hosts", { host: `${name}-${shop()}.example` })).host;

  /** Every call that takes a key. */
  const KEYED: Record<string, () => Promise<Keyed>> = {
    "POST /v0/webhook-endpoints": async () => ({
      path: ["/v0/webhook-endpoints"],
      fields: {
        url: ["https://a.example/", "https://b.example/"],
        types: [["charge.expired"], ["charge.completed"]],
        description: ["a", "b"],
      },
      required: "url",
    }),
    "POST /v0/webhook-endpoints/{id}/test": async () => ({
      path: [
        `/v0/webhook-endpoints/${(await givenEndpoint()).id}/test`,
        `/v0/webhook-endpoints/${(await givenEndpoint()).id}/test`,
      ],
      fields: {},
    }),
    "POST /v0/webhook-secret/rotate": async () => ({ path: ["/v0/webhook-secret/rotate"], fields: {} }),
    "POST /v0/events/{id}/resend": async () => {
      const [a, b] = [await givenEndpoint(), await givenEndpoint()];
      const [first, second] = [await givenEvent(), await givenEvent()];
      return {
        path: [`/v0/events/${first}/resend`, `/v0/events/${second}/resend`],
        fields: { receiverId: [a.id, b.id] },
      };
    },
    "POST /v0/events/resend-failed": async () => ({
      path: ["/v0/events/resend-failed"],
      fields: { since: ["2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"] },
      required: "since",
    }),
    "POST /v0/callback-hosts": async () => ({
      path: ["/v0/callback-hosts"],
      fields: { host: [`a-${shop()}.example`, `b-${shop()}.example`] },
      required: "host",
    }),
    "DELETE /v0/webhook-endpoints/{id}": async () => {
      const endpoints = [await givenEndpoint(), await givenEndpoint(), await givenEndpoint()];
      return { path: endpoints.map(({ id }) => `/v0/webhook-endpoints/${id}`), fields: {} };
    },
    "DELETE /v0/callback-hosts/{host}": async () => {
      const hosts = [await givenHost("a"), await givenHost("b"), await givenHost("c")];
      return { path: hosts.map((host) => `/v0/callback-hosts/${host}`), fields: {} };
    },
  };

  it.each(Object.keys(KEYED))(
    "%s answers a repeated key with what it made, and refuses it with any other input",
    async (operation) => {
      const { path, fields, required } = (await KEYED[operation]?.()) ?? { path: [], fields: {} };
      const method = operation.startsWith("DELETE") ? "DELETE" : "POST";
      const [url = "", elsewhere, raced = url] = path;
      const body = Object.fromEntries(Object.entries(fields).map(([name, [value]]) => [name, value]));
      const send = (to: string, payload: object, key: string) =>
        ask(method, to, Object.keys(fields).length === 0 ? undefined : payload, { key });
      const key = freshKey();
      const first = await send(url, body, key);
      expect([first.status, first.replayed]).toEqual([200, false]);

      for (const [name, [, other]] of Object.entries(fields)) {
        expect((await send(url, { ...body, [name]: other }, key)).code, name).toBe("idempotency_mismatch");
        const { [name]: _, ...rest } = body;
        expect((await send(url, rest, key)).code, name).toBe(
          name === required ? "invalid_input" : "idempotency_mismatch",
        );
      }
      if (elsewhere !== undefined) expect((await send(elsewhere, body, key)).code).toBe("idempotency_mismatch");
      const again = await send(url, body, key);
      expect([again.status, again.replayed, again.body.data]).toEqual([200, true, first.body.data]);

      const many = freshKey();
      const racing = await Promise.all(Array.from({ length: 8 }, () => send(raced, body, many)));
      expect(racing.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(
        new Set(racing.map(({ body: answer }) => answer.data.id ?? answer.data.secret ?? answer.data.host ?? "")).size,
      ).toBe(1);
    },
  );
});
