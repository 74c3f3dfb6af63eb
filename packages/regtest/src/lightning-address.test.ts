import { createHash } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { InvoiceParams } from "./control-api.ts";
import { ControlError } from "./control-client.ts";
import { freePort } from "./folder.ts";
import { serveLightningAddress } from "./lightning-address.ts";

describe("the merchant's Lightning address", () => {
  const opened: { close(): void }[] = [];
  afterEach(() => {
    for (const server of opened.splice(0)) server.close();
  });

  /** The address over a node that is away for the first `failures` calls. */
  async function given({ failures = 0, holdMaxMs = 10_000 } = {}) {
    const asked: InvoiceParams[] = [];
    const port = await freePort();
    const server = await serveLightningAddress(
      async (params) => {
        asked.push(params);
        if (asked.length <= failures) throw new ControlError("createInvoice: 503 the node is starting");
        return { invoice: "lnbcrt1", paymentHash: "00".repeat(32), expiresAt: 0 };
      },
      port,
      holdMaxMs,
    );
    opened.push(server);
    const base = `http://127.0.0.1:${port}`;
    return { asked, base, callback: `${base}/lnurlp/merchant/callback` };
  }

  it("gives an invoice for the hash of its metadata", async () => {
    const { asked, base, callback } = await given();
    const offer = (await (await fetch(`${base}/.well-known/lnurlp/merchant`)).json()) as { metadata: string };

    const answer = await fetch(`${callback}?amount=5000&comment=hello`);

    expect([answer.status, await answer.json()]).toEqual([200, { pr: "lnbcrt1", routes: [] }]);
    const sha256 = createHash("sha256").update(offer.metadata).digest("hex");
    expect(asked).toEqual([{ amountMsats: "5000", description: { sha256 }, expirySeconds: 600 }]);
  });

  it("holds a request while its node restarts", async () => {
    const { asked, callback } = await given({ failures: 3 });
    const answer = await fetch(`${callback}?amount=5000`);
    expect([answer.status, asked.length]).toEqual([200, 4]);
  });

  it("answers 503 when its node stays away", async () => {
    const { callback } = await given({ failures: Number.POSITIVE_INFINITY, holdMaxMs: 120 });
    const answer = await fetch(`${callback}?amount=5000`);
    expect([answer.status, await answer.json()]).toMatchObject([503, { status: "ERROR" }]);
  });

  it.each(["amount=999", "amount=10000000001", "amount=x", "", `amount=5000&comment=${"x".repeat(201)}`])(
    "refuses %s",
    async (query) => {
      const { asked, callback } = await given();
      expect(await (await fetch(`${callback}?${query}`)).json()).toMatchObject({ status: "ERROR" });
      expect(asked).toEqual([]);
    },
  );
});
