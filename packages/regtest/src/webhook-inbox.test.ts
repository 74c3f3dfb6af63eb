import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { createInbox } from "./webhook-inbox.ts";

function post(text: string, headers: Record<string, string> = {}) {
  return Object.assign(Readable.from([Buffer.from(text)]), { method: "POST", headers }) as never;
}
const get = { method: "GET", headers: {} } as never;

it("keeps what was sent to a name, with what signs it, and shows it under that name alone", async () => {
  const inbox = createInbox();
  await inbox(post('{"a":1}', { "webhook-id": "evt_1", cookie: "secret" }), "/hooks/shop");
  await inbox(post("second"), "/hooks/other");
  const { body } = await inbox(get, "/hooks/shop");
  expect(body).toEqual([
    {
      at: expect.any(String),
      headers: { "webhook-id": "evt_1", "webhook-timestamp": "", "webhook-signature": "" },
      body: '{"a":1}',
    },
  ]);
});

it("takes no long body and no odd name, and forgets the oldest", async () => {
  const inbox = createInbox();
  expect((await inbox(post("x".repeat(70_000)), "/hooks/shop")).status).toBe(413);
  expect((await inbox(post("x"), "/hooks/a/b")).status).toBe(404);
  for (let i = 0; i < 201; i += 1) await inbox(post(String(i)), "/hooks/many");
  const { body } = await inbox(get, "/hooks/many");
  expect((body as { body: string }[]).map((one) => one.body)).toEqual(
    Array.from({ length: 200 }, (_, i) => String(i + 1)),
  );
});
