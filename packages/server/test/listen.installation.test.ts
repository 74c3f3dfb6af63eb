import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyWebhook } from "../../client/src/verify-webhook.ts";
import { serveReceiver } from "../src/cli/listen.harness.ts";
import { createInstallation, type Installation, type Started } from "./installation.harness.ts";
import { listens, PATIENCE_MS, startListening } from "./listening.harness.ts";

const START_MS = 300_000;

describe.runIf(process.platform === "linux")("leyden listen and an installation", () => {
  let installation: Installation;
  let running: Started;
  const ended: (() => void)[] = [];

  beforeAll(async () => {
    installation = createInstallation();
    running = await installation.start();
  }, START_MS);
  afterAll(async () => {
    for (const end of ended) end();
    await installation.remove();
  });

  const pay = async () => {
    const request = { lnAddress: running.merchant.lnAddress, amount: "10000" };
    const { body } = await running.call("POST", "/v0/ln-address/send-payment", request);
    expect(body.data.status).toBe("completed");
    return body.data;
  };

  it("forward a payment that was made, and go on after it", { timeout: START_MS }, async () => {
    const receiver = await serveReceiver();
    ended.push(() => void receiver.close());
    const first = startListening(installation.dataDir, ["--forward-to", receiver.url]);
    ended.push(() => void first.child.kill("SIGKILL"));
    await listens(first.seen);
    const payment = await pay();
    await expect
      .poll(() => first.seen.output, { timeout: PATIENCE_MS })
      .toMatch(/^\d\d:\d\d:\d\d {2}payment\.completed {2}[-0-9a-f]{36} {2}→ 204 in \d+ ms\n$/);
    const [received] = receiver.received;
    const [, secret = ""] = /LEYDEN_WEBHOOK_SECRET=(whsec_\S+)$/m.exec(first.seen.errors) ?? [];
    const hook = await verifyWebhook(received?.body ?? "", received?.headers ?? {}, secret);
    expect(hook.body).toMatchObject({ id: hook.id, type: "payment.completed", data: payment });
    const { body } = await running.call("GET", `/v0/events/${hook.id}`);
    expect(received?.body.toString()).toBe(body.data.body);

    first.child.kill("SIGINT");
    expect(await first.ended).toBe(0);
    const missed = await pay();
    const [, words = ""] = /^Go on with: npm run leyden -- listen (.+)$/m.exec(first.seen.errors) ?? [];
    const next = startListening(installation.dataDir, words.replaceAll("'", "").split(" "));
    ended.push(() => void next.child.kill("SIGKILL"));
    await expect.poll(() => receiver.received.length, { timeout: PATIENCE_MS }).toBe(2);
    expect(JSON.parse(receiver.received[1]?.body.toString() ?? "")).toMatchObject({ data: { id: missed.id } });
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
  });
});
