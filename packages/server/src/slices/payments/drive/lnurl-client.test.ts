import { createHash, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import {
  CERTIFICATE,
  hurriedClock,
  serveHttp,
  serveHttps,
  type TestServer,
} from "#platform/outbound/outbound.harness.ts";
import { createOutbound, type Outbound, OutboundFailed, type OutboundOptions } from "#platform/outbound/outbound.ts";
import { encodeInvoice, type InvoiceFields } from "#protocol/bolt11-encode.ts";
import { parseLightningAddress } from "#protocol/lightning-address.ts";
import { fetchInvoice, fetchPayParams, type LnurlFailure } from "./lnurl-client.ts";

/** A recipient's server. Each part answers honestly unless a test puts something else in its place. */
type Recipient = {
  payParams: Record<string, unknown>;
  invoice: Partial<InvoiceFields>;
  /** Instead of the honest answer to the first or second request. */
  onPayParams?: (response: ServerResponse) => void;
  onCallback?: (response: ServerResponse) => void;
  readonly asked: string[];
};

const METADATA = '[["text/plain","fish"],["text/identifier","merchant@127.0.0.1"]]';
const KEY = randomBytes(32);
const AMOUNT = msats(1_500n);

const outbounds: Outbound[] = [];
const servers: TestServer[] = [];

afterEach(async () => {
  for (const outbound of outbounds.splice(0)) await outbound.close();
  for (const server of servers.splice(0)) await server.close();
});

function outboundWith(options: Partial<OutboundOptions>): Outbound {
  const outbound = createOutbound({ allow: [], ownAddresses: [], clock: machineClock, ...options });
  outbounds.push(outbound);
  return outbound;
}

async function givenRecipient(changes: Partial<Recipient> = {}, options: Partial<OutboundOptions> = {}) {
  const recipient: Recipient = { payParams: {}, invoice: {}, asked: [], ...changes };
  const server = await serveHttp(({ url = "" }, response) => {
    recipient.asked.push(url);
    const query = new URL(url, "http://x").searchParams;
    if (!url.startsWith("/.well-known/lnurlp/merchant")) {
      if (recipient.onCallback) return recipient.onCallback(response);
      return response.end(
        JSON.stringify({ pr: invoiceOver(query.get("amount") ?? "", recipient.invoice), routes: [] }),
      );
    }
    if (recipient.onPayParams) return recipient.onPayParams(response);
    const callback = `http://${server.pair}/pay?id=7`;
    const honest = { tag: "payRequest", callback, minSendable: 1_000, maxSendable: 2_000, metadata: METADATA };
    return response.end(JSON.stringify({ ...honest, ...recipient.payParams }));
  });
  servers.push(server);

  const deps = {
    outbound: outboundWith({ allow: [server.pair], ...options }),
    clock: machineClock,
    network: "regtest",
  } as const;
  const target = parseLightningAddress(`merchant@${server.pair}`);
  return {
    recipient,
    server,
    deps,
    target,
    pay: (comment?: string, signal?: AbortSignal) => fetchInvoice(deps, { target, amount: AMOUNT, comment }, signal),
  };
}

function invoiceOver(amount: string, changes: Partial<InvoiceFields>): string {
  const honest: InvoiceFields = {
    network: "regtest",
    amount: msats(BigInt(amount)),
    paymentHash: randomBytes(32),
    paymentSecret: randomBytes(32),
    timestamp: new Date(),
    description: { kind: "hash", sha256: createHash("sha256").update(METADATA).digest() },
  };
  return encodeInvoice({ ...honest, ...changes }, KEY);
}

/** An answer without end. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, "x");
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    response.once("drain", more);
  };
  more();
}

async function failureOf(answer: Promise<unknown>): Promise<string> {
  const failure = (await answer) as LnurlFailure;
  expect(failure.kind).toBe("failed");
  expect(failure.detail).toMatch(/^[\x20-\x7e]{1,260}$/);
  return failure.code;
}

describe("an honest recipient's server", () => {
  it("gives the invoice over the amount", async () => {
    const { pay, recipient } = await givenRecipient();
    expect(await pay()).toMatchObject({
      kind: "invoice",
      invoice: { amount: AMOUNT, network: "regtest" },
      descriptionHashMatches: true,
    });
    expect(recipient.asked).toEqual(["/.well-known/lnurlp/merchant", "/pay?id=7&amount=1500"]);
  });

  it.each([
    ["its text", { kind: "text", text: "fish" }],
    ["another hash", { kind: "hash", sha256: new Uint8Array(32) }],
  ] as const)("may commit to %s: that is reported, and no failure", async (_, description) => {
    const { pay } = await givenRecipient({ invoice: { description } });
    expect(await pay()).toMatchObject({ kind: "invoice", descriptionHashMatches: false });
  });

  it("may say its amounts as strings", async () => {
    const { pay } = await givenRecipient({ payParams: { minSendable: "1500", maxSendable: "1500" } });
    expect(await pay()).toMatchObject({ kind: "invoice" });
  });

  it("may give one invoice twice: who stores it must notice", async () => {
    const pr = invoiceOver("1500", {});
    const { pay } = await givenRecipient({ onCallback: (response) => response.end(JSON.stringify({ pr })) });
    expect([await pay(), await pay()]).toMatchObject([{ invoice: { text: pr } }, { invoice: { text: pr } }]);
  });

  it("may be asked what it takes, without paying", async () => {
    const { deps, target, recipient } = await givenRecipient({ payParams: { commentAllowed: 5 } });
    expect(await fetchPayParams(deps, target)).toMatchObject({
      kind: "pay_params",
      payParams: { minSendable: 1_000n, maxSendable: 2_000n, description: "fish", commentAllowed: 5 },
    });
    expect(recipient.asked).toHaveLength(1);
  });

  it("may be known by an LNURL instead, and may redirect once to another place of its own", async () => {
    const { deps, server } = await givenRecipient();
    const shop = await serveHttps(({ url, socket }, response) => {
      const place = { location: `https://shop.test:${socket.localPort}/two` };
      if (url === "/one") return response.writeHead(301, place).end();
      const callback = `http://${server.pair}/pay`;
      return response.end(
        JSON.stringify({ tag: "payRequest", callback, minSendable: 1, maxSendable: 9_999, metadata: METADATA }),
      );
    });
    servers.push(shop);
    const outbound = outboundWith({
      allow: [server.pair, `shop.test:${shop.port}`],
      ca: CERTIFICATE,
      lookup: async () => ["127.0.0.1"],
    });
    const target = new URL(`https://shop.test:${shop.port}/one`);
    expect(await fetchInvoice({ ...deps, outbound }, { target, amount: AMOUNT })).toMatchObject({ kind: "invoice" });
  });
});

describe("a comment", () => {
  it.each<[unknown, string, string]>([
    [10, "0123456789", "/pay?id=7&amount=1500&comment=0123456789"],
    ["10", "a&b=c d", "/pay?id=7&amount=1500&comment=a%26b%3Dc%20d"],
    [10, "", "/pay?id=7&amount=1500"],
    [0, "hello", "/pay?id=7&amount=1500"],
    [undefined, "hello", "/pay?id=7&amount=1500"],
    [-5, "hello", "/pay?id=7&amount=1500"],
  ])("where %j characters are taken: %j", async (commentAllowed, comment, asked) => {
    const { pay, recipient } = await givenRecipient({ payParams: { commentAllowed } });
    expect(await pay(comment)).toMatchObject({ kind: "invoice" });
    expect(recipient.asked[1]).toBe(asked);
  });

  it("that is too long is not sent, and not cut", async () => {
    const { pay, recipient } = await givenRecipient({ payParams: { commentAllowed: 10 } });
    expect(await failureOf(pay("0123456789a"))).toBe("comment_too_long");
    expect(recipient.asked).toHaveLength(1);
  });
});

describe("a recipient's server that knows nobody of this name", () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ["says 404", (response) => response.writeHead(404).end("<h1>Not found</h1>")],
    ["says 404 as JSON", (response) => response.writeHead(404).end('{"status":"ERROR","reason":"nobody"}')],
    ["says ERROR with 200", (response) => response.end('{"status":"ERROR","reason":"no such\\nuser \\u202e<b>"}')],
    ["says ERROR with 400 and no reason", (response) => response.writeHead(400).end('{"status":"ERROR"}')],
  ])("%s", async (_, onPayParams) => {
    const { pay, recipient } = await givenRecipient({ onPayParams });
    expect(await failureOf(pay())).toBe("address_not_found");
    expect(recipient.asked).toHaveLength(1);
  });
});

describe("a recipient's server that takes another amount", () => {
  it.each([
    [{ minSendable: 1_501, maxSendable: 2_000 }],
    [{ minSendable: 1, maxSendable: 1_499 }],
    [{ minSendable: "1501", maxSendable: "1e9" }],
  ])("%j", async (payParams) => {
    const { pay, recipient } = await givenRecipient({ payParams });
    const expected = payParams.maxSendable === "1e9" ? "address_unreachable" : "amount_out_of_range";
    expect(await failureOf(pay())).toBe(expected);
    expect(recipient.asked).toHaveLength(1);
  });

  it("reports which amounts it takes", async () => {
    const { pay } = await givenRecipient({ payParams: { minSendable: 2_000 } });
    expect(await pay()).toMatchObject({ detail: "the recipient takes 2000 to 2000 msats" });
  });
});

describe("a recipient's server that does not speak LNURL-pay", () => {
  it.each([
    [{ minSendable: -1 }],
    [{ minSendable: 0 }],
    [{ maxSendable: "-2000" }],
    [{ maxSendable: 1_999.5 }],
    [{ minSendable: null }],
    [{ tag: "withdrawRequest" }],
    [{ metadata: "[]" }],
    [{ callback: "ftp://example.com/" }],
    [{ callback: undefined }],
  ])("answers with %j", async (payParams) => {
    const { pay, recipient } = await givenRecipient({ payParams });
    expect(await failureOf(pay())).toBe("address_unreachable");
    expect(recipient.asked).toHaveLength(1);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ["HTML", (response) => response.end("<html>")],
    ["nothing", (response) => response.end()],
    ["500", (response) => response.writeHead(500).end('{"status":"ERROR","reason":"database is down"}')],
    [
      "a redirect to a private address",
      (response) => response.writeHead(302, { location: "http://127.0.0.1:5432/" }).end(),
    ],
    ["a redirect to another host", (response) => response.writeHead(302, { location: "https://example.com/" }).end()],
    ["a body without end", pour],
    ["257 KiB", (response) => response.end("x".repeat(257 * 1024))],
    ["a closed connection", (response) => response.destroy()],
  ])("answers with %s", async (_, answer) => {
    const first = await givenRecipient({ onPayParams: answer });
    expect(await failureOf(first.pay())).toBe("address_unreachable");

    const second = await givenRecipient({ onCallback: answer });
    expect(await failureOf(second.pay())).toBe("address_unreachable");
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ["never", () => undefined],
    [
      "with one byte in 5 seconds",
      (response) => {
        const drip = setInterval(() => response.write(" "), 5_000 / 20);
        response.on("close", () => clearInterval(drip));
      },
    ],
  ])("answers %s: 10 seconds each is all it gets", async (_, answer) => {
    const clock = hurriedClock;
    const first = await givenRecipient({ onPayParams: answer }, { clock });
    const second = await givenRecipient({ onCallback: answer }, { clock });
    const started = machineClock.monotonicMs();
    expect(await Promise.all([failureOf(first.pay()), failureOf(second.pay())])).toEqual(
      Array(2).fill("address_unreachable"),
    );
    expect(machineClock.monotonicMs() - started).toBeGreaterThan(10_000 / 20 - 10);
    expect(machineClock.monotonicMs() - started).toBeLessThan(5_000);
  });

  it("is not there", async () => {
    const { pay, server } = await givenRecipient();
    await server.close();
    servers.splice(servers.indexOf(server), 1);
    expect(await failureOf(pay())).toBe("address_unreachable");
  });
});

describe("a recipient's server that is not public", () => {
  it.each([
    "merchant@127.0.0.1",
    "merchant@127.0.0.1:5432",
    "merchant@2130706433",
    "merchant@localhost",
    "merchant@x.onion",
  ])("is not called: %s", async (address) => {
    const { deps } = await givenRecipient();
    const target = parseLightningAddress(address);
    expect(await failureOf(fetchInvoice(deps, { target, amount: AMOUNT }))).toBe("address_unreachable");
  });

  it.each([
    ["merchant@127.0.0.1:8080", "http://localhost:8080", "addresses of this service end in @localhost:8080"],
    ["merchant@localhost:8080", "http://127.0.0.1:8080", "addresses of this service end in @127.0.0.1:8080"],
    ["merchant@127.0.0.1:4000", "http://localhost:8080", "the operator can allow a host and port"],
    ["merchant@127.0.0.1:8080", "https://pay.example", "the operator can allow a host and port"],
    ["merchant@10.0.0.1:8080", "http://localhost:8080", "the operator can allow a host and port"],
    ["merchant@127.0.0.1:8080", undefined, "LEYDEN_OUTBOUND_ALLOW"],
  ])("is named with what helps: %s at %s", async (address, baseUrl, hint) => {
    const { deps } = await givenRecipient();
    const target = parseLightningAddress(address);
    const asked = await fetchInvoice({ ...deps, ...(baseUrl && { baseUrl }) }, { target, amount: AMOUNT });
    expect(asked).toMatchObject({
      code: "address_unreachable",
      detail: expect.stringContaining(`the recipient's server is not public; `),
    });
    expect(asked).toMatchObject({ detail: expect.stringContaining(hint) });
  });

  it("is not called when its name turns private between the two requests", async () => {
    const inner = await serveHttp((_, response) => response.end("secret"));
    servers.push(inner);
    const { pay } = await givenRecipient({ payParams: { callback: `http://${inner.pair}/admin` } });
    expect(await failureOf(pay())).toBe("address_unreachable");

    const rebinding = outboundWith({ lookup: async () => ["127.0.0.1"] });
    const target = parseLightningAddress("merchant@rebinding.test");
    const call = fetchInvoice(
      { outbound: rebinding, clock: machineClock, network: "regtest" },
      { target, amount: AMOUNT },
    );
    expect(await failureOf(call)).toBe("address_unreachable");
    expect(inner.connections).toHaveLength(0);
  });
});

describe("a recipient's server that gives another invoice", () => {
  it.each<[string, Partial<InvoiceFields>, string]>([
    ["over one msat more", { amount: msats(1_501n) }, "invoice_invalid"],
    ["over one msat less", { amount: msats(1_499n) }, "invoice_invalid"],
    ["over a thousand times as much", { amount: msats(1_500_000n) }, "invoice_invalid"],
    ["of another network", { network: "mainnet" }, "invoice_invalid"],
    ["that has expired", { timestamp: new Date("2020-01-01") }, "invoice_expired"],
    ["that may hold the money for more than two days", { minFinalCltvExpiry: 289 }, "final_cltv_too_large"],
    ["that asks for what we do not know", { features: [8, 14, 100] }, "invoice_invalid"],
  ])("%s", async (_, invoice, code) => {
    const { pay } = await givenRecipient({ invoice });
    expect(await failureOf(pay())).toBe(code);
  });

  it.each<[string, string]>([
    ["with a wrong checksum", invoiceOver("1500", {}).slice(0, -1)],
    ["of another kind", "lno1pqpzwyq2p32x2um5ypmx2cm5dae8x93pqthvwfzadd7jejes8q9lhc4rvjxd022zv5l44g6qah82ru5rdpnpj"],
    ["of 60 KiB", `lnbcrt1${"q".repeat(60_000)}`],
  ])("%s", async (_, pr) => {
    const { pay } = await givenRecipient({ onCallback: (response) => response.end(JSON.stringify({ pr })) });
    expect(await failureOf(pay())).toBe("invoice_invalid");
  });

  it.each([{}, { pr: null }, { pr: 7 }, { pr: "" }, [], { status: "ERROR", reason: "out of fish" }])(
    "or none: %j",
    async (body) => {
      const { pay } = await givenRecipient({ onCallback: (response) => response.end(JSON.stringify(body)) });
      expect(await failureOf(pay())).toBe("address_unreachable");
    },
  );

  it("and says why, which is handed on in safe words", async () => {
    const answer = JSON.stringify({ status: "ERROR", reason: `out\r\nof fish\u0000${"!".repeat(999)}` });
    const { pay } = await givenRecipient({ onCallback: (response) => response.end(answer) });
    expect(await pay()).toMatchObject({ detail: expect.stringMatching(/says: out of fish !{188}$/) });
  });
});

describe("a call for an invoice that is no longer wanted", () => {
  it("throws: that is no failure of the recipient", async () => {
    const stop = new AbortController();
    const { pay } = await givenRecipient({ onCallback: () => stop.abort() });
    await expect(pay(undefined, stop.signal)).rejects.toThrow(OutboundFailed);
  });
});
