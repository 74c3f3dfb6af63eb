import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createRampApi } from "./api.ts";

it("says the page's language with each call, whatever the browser wants: the mail with the code is in it", async () => {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, answer) => {
    asked.push(headers);
    answer.end(JSON.stringify({ success: true, data: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const api = createRampApi(`http://127.0.0.1:${port}/ramp/1`, "de");
  await api.state();
  api.setKey("a key");
  await api.sendCode();
  expect(asked.map((headers) => [headers["accept-language"], headers.authorization])).toEqual([
    ["de", undefined],
    ["de", "Bearer a key"],
  ]);
});
