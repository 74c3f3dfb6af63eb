import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { LightningAddress } from "@getalby/lightning-tools";
import { controlsOf } from "@leyden/regtest";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isAlive, signal, waitUntil } from "#platform/machine/process.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { createInstallation, type Installation, type Started } from "./installation.harness.ts";

const FIRST_MONEY = 1_000_000_000n;
const USERS_MONEY = 100_000_000n;
const START_MS = 300_000;

type Recipient = {
  readonly host: string;
  readonly address: string;
  readonly metadata: string;
  /** What it gives out next. */
  invoice: string;
  close(): void;
};

/** A recipient's server beside the network's merchant (LUD-06, LUD-16). */
async function serveRecipient(): Promise<Recipient> {
  const server = createServer((request, response) => {
    const { host, metadata, invoice } = recipient;
    const payParams = { tag: "payRequest", callback: `http://${host}/pay`, metadata, minSendable: 1, maxSendable: 1e9 };
    response.end(JSON.stringify(request.url?.startsWith("/pay") ? { pr: invoice, routes: [] } : payParams));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const metadata = JSON.stringify([["text/plain", "something that takes time"]]);
  const recipient: Recipient = {
    host,
    metadata,
    address: `holder@${host}`,
    invoice: "",
    close: () => void server.close().closeAllConnections(),
  };
  return recipient;
}

/** One life of one installation, in order: each test goes on where the one before has left. */
describe.runIf(process.platform === "linux")("leyden start", () => {
  let installation: Installation;
  let running: Started;
  let balance: bigint;
  let joined: Awaited<ReturnType<Installation["join"]>>;
  let holder: Recipient;

  beforeAll(async () => {
    holder = await serveRecipient();
    installation = createInstallation({ LEYDEN_OUTBOUND_ALLOW: holder.host });
  });
  afterAll(async () => {
    await installation.remove();
    holder.close();
  });

  async function wallet(): Promise<bigint> {
    const { body } = await running.call("GET", "/v0/wallet");
    return BigInt(body.data.balance);
  }

  async function pay(amount: bigint) {
    const { status, body } = await running.call("POST", "/v0/ln-address/send-payment", {
      lnAddress: running.merchant.lnAddress,
      amount: String(amount),
      comment: "coffee",
    });
    expect(body).toMatchObject({ success: true, data: { status: "completed", amount: String(amount) } });
    expect(status).toBe(200);
    balance -= amount + BigInt(body.data.fee);
    return body.data;
  }

  /** Pays the recipient that holds what it gets; again with the same key, so that it is one payment. */
  function payHolder(prefer: string) {
    const body = { lnAddress: holder.address, amount: "12000" };
    return running.call("POST", "/v0/ln-address/send-payment", body, { prefer, "idempotency-key": "held" });
  }

  it.each([1_200, 2_000])("leaves no process behind when it is given up after %i ms", async (ms) => {
    expect(await installation.giveUpAfter(ms)).toEqual([]);
  });

  it("ends with money in the demo wallet and a call to paste", { timeout: START_MS }, async () => {
    running = await installation.start();

    balance = await wallet();
    expect(balance).toBe(FIRST_MONEY);
    expect(running.output()).toContain(`curl -s ${running.baseUrl}/v0/ln-address/send-payment`);
    expect(running.output()).not.toContain(running.apiKey); // it is no terminal: the file has the key
    expect(running.output()).toContain(join(installation.dataDir, "development.json"));
    expect(statSync(join(installation.dataDir, "development.json")).mode & 0o777).toBe(0o600);
    expect(statSync(join(installation.dataDir, "run.json")).mode & 0o777).toBe(0o600);
    expect((await fetch(`${running.baseUrl}/readyz`)).status).toBe(200);
  });

  it("names each page that runs, at `/` and in its message", async () => {
    const { data } = (await (await fetch(running.baseUrl)).json()) as never as {
      data: { pages: readonly { path: string; name: string; about: string }[]; users: readonly { gamertag: string }[] };
    };
    expect(data.pages.map(({ path }) => path).sort()).toEqual([
      ...["/account", "/dashboard", "/dev/mail", "/dev/oauth", "/dev/ramp", "/dev/ramp/sandbox"],
      ...["/docs", "/docs/guide", "/login", "/readyz", "/wallet"],
    ]);
    expect(data.users.map(({ gamertag }) => gamertag)).toEqual(["alice", "bob"]);
    for (const { path, name, about } of data.pages) {
      const { status } = await fetch(running.baseUrl + path, { redirect: "manual" });
      expect([path, status]).toEqual([path, ["/account", "/dashboard", "/wallet"].includes(path) ? 303 : 200]);
      expect(running.output().replaceAll(/ +/g, " ")).toContain(` ${name} ${running.baseUrl}${path} ${about}`);
    }
    const page = await (await fetch(running.baseUrl, { headers: { accept: "text/html" } })).text();
    expect(page).not.toContain(running.apiKey);
  });

  it("has users with money that came over Lightning, who are paid by their gamertags", {
    timeout: START_MS,
  }, async () => {
    const [alice, bob] = running.users;
    expect([alice?.gamertag, bob?.gamertag]).toEqual(["alice", "bob"]);
    expect(running.output()).toContain(alice?.lnAddress);
    const balanceOf = async (user: string) => {
      const { output, errors } = await installation.command("user", "show", user, "--json");
      expect(errors).toBe("");
      const { balance: msats, level, limits } = JSON.parse(output);
      expect([level, limits.maxBalance]).toEqual(["email_verified", "500000000"]); // as the configuration says
      return BigInt(msats);
    };
    expect([await balanceOf("alice"), await balanceOf("bob@example.com")]).toEqual([USERS_MONEY, USERS_MONEY]);

    const found = await running.call("GET", "/v0/user-id/gamertag/ALICE");
    expect(found.body).toEqual({ success: true, data: { id: alice?.id }, message: "User found." });
    const payment = { lnAddress: alice?.lnAddress, amount: "7000" };
    const { body } = await running.call("POST", "/v0/ln-address/send-payment", payment);
    expect(body).toMatchObject({ message: "Payment done.", data: { status: "completed", fee: "0" } });
    balance -= 7_000n;
    expect(await balanceOf(alice?.id ?? "")).toBe(USERS_MONEY + 7_000n);
  });

  it("lets a user log in with the code that is shown at /dev/mail", async () => {
    const page = `${running.baseUrl}/login`;
    const email = "alice@example.com";
    let cookie = "";
    const ask = async (fields?: Readonly<Record<string, string>>) => {
      const body = fields && new URLSearchParams(fields);
      const answer = await fetch(page, {
        method: body ? "POST" : "GET",
        redirect: "manual",
        headers: { cookie },
        ...(body && { body }),
      });
      cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
      return answer;
    };
    const fill = async (fields: Readonly<Record<string, string>>) => {
      const csrf = /name="csrf" value="([^"]+)"/.exec(await (await ask()).text())?.[1] ?? "";
      return await ask({ csrf, ...fields });
    };
    expect((await fill({ email })).status).toBe(303);
    const codeThatCame = async () => {
      const { data } = (await (await fetch(`${running.baseUrl}/dev/mail?to=${email}`)).json()) as never as {
        data: readonly { kind: string; text: string }[];
      };
      return /^ {4}(\d{4} \d{4})$/m.exec(data.find(({ kind }) => kind === "login_code")?.text ?? "")?.[1] ?? "";
    };
    await expect.poll(codeThatCame).not.toBe("");
    const done = await fill({ code: await codeThatCame() });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/account"]);
    const account = await fetch(`${running.baseUrl}/account`, { headers: { cookie } });
    expect(await account.text()).toContain("alice@");
  });

  it("makes, shows and renames users", { timeout: START_MS }, async () => {
    const run = async (...words: string[]) => {
      const { status, output, errors } = await installation.command("user", ...words);
      return { status, text: output + errors };
    };
    const made = await run("create", "--email", "Carol@Example.com", "--gamertag", "Carol");
    expect(made.text).toMatch(
      /^User Carol \(.{36}\) with wallet .{36}\.\nAddress Carol@localhost:\d+; .*:\nlnurl1[a-z0-9]+\n$/,
    );
    expect((await run("create", "--email", "carol@example.com")).text).toMatch(/e-mail address exists already/);
    expect((await run("create", "--email", "x@example.com", "--gamertag", "DEMO")).text).toMatch(/"DEMO" is taken/);
    expect((await run("list")).text).toMatch(/Carol +carol@example.com +unverified/);

    expect((await run("rename", "carol", "Carola")).text).toMatch(/carol .*for 90 days at least/);
    expect(await run("rename", "carola", "Carolina")).toMatchObject({
      status: 1,
      text: expect.stringContaining("once in 24 hours"),
    });
    expect((await run("limits", "carola", "--daily", "5000")).text).toMatch(/daily +5000 +5000/);
    expect((await run("show", "unknown")).text).toMatch(/^No user found/);
  });

  it("pays the merchant through the router, with proof and a fee", async () => {
    const payment = await pay(10_000n);

    const paymentHash = createHash("sha256").update(Buffer.from(payment.preimage, "hex")).digest("hex");
    expect(Buffer.from(decodeInvoice(payment.invoice).paymentHash).toString("hex")).toBe(paymentHash);
    expect(BigInt(payment.fee)).toBeGreaterThan(0n);
    expect(await wallet()).toBe(balance);
  });

  it("is paid by the world", async () => {
    const { body } = await running.call("POST", "/v0/charges", { amount: "25000", description: "an order" });

    const paid = await installation.command("lab", "pay", body.data.invoice.request);

    expect(paid).toMatchObject({ status: 0, errors: "" });
    balance += 25_000n;
    await expect.poll(wallet).toBe(balance);
  });

  it("is paid by the world at a user's Lightning address, as a library of others asks for it", {
    timeout: START_MS,
  }, async () => {
    const [alice] = running.users;
    const balance = async () => {
      const { output } = await installation.command("user", "show", "alice", "--json");
      return BigInt(JSON.parse(output).balance);
    };
    const before = await balance();
    const own = globalThis.fetch; // the library asks a host with a name and TLS; there is none here
    vi.stubGlobal("fetch", (url: string) => own(url.replace("https://pay.example", running.baseUrl)));
    const address = new LightningAddress("alice@pay.example", { proxy: false });
    await address.fetch();
    expect(address.lnurlpData?.identifier).toBe(alice?.lnAddress);
    const payerdata = { name: "Zoë & Söhne" };
    const invoice = await address.requestInvoice({ satoshi: 21, comment: "thanks", payerdata });

    const committed = createHash("sha256").update(
      `${address.lnurlpData?.rawData.metadata}${JSON.stringify(payerdata)}`,
    );
    expect(decodeInvoice(invoice.paymentRequest)).toMatchObject({
      amount: 21_000n,
      description: { kind: "hash", sha256: Uint8Array.from(committed.digest()) },
    });
    expect(await invoice.verifyPayment()).toBe(false);
    expect(await installation.command("lab", "pay", invoice.paymentRequest)).toMatchObject({ status: 0, errors: "" });
    await expect.poll(() => invoice.verifyPayment()).toBe(true);
    const hash = createHash("sha256")
      .update(Buffer.from(invoice.preimage ?? "", "hex"))
      .digest("hex");
    expect(hash).toBe(invoice.paymentHash);
    vi.unstubAllGlobals();
    expect(await balance()).toBe(before + 21_000n);
  });

  it("shows a second start on the same folder where the first one answers", async () => {
    const second = await installation.command("start");

    expect(second.status).toBe(1);
    expect(second.errors).toContain(running.baseUrl);
  });

  it("records the operator's money with its reason", async () => {
    const { status, output, errors } = await installation.command("equity", "deposit", "5000", "--reason", "a top-up");
    expect({ status, errors }).toEqual({ status: 0, errors: "" });
    expect(output).toMatch(/^Recorded 5000 msats as transfer .*\nYour equity is \d+ msats/);
    expect((await installation.command("equity", "list")).output).toContain("a top-up");
    await installation.command("equity", "withdraw", "5000", "--reason", "there was no top-up");
  });

  it("has books that balance", async () => {
    expect(await installation.command("audit")).toMatchObject({ status: 0, errors: "" });
  });

  it("starts the database again when it is killed", { timeout: START_MS }, async () => {
    const file = join(installation.dataDir, "postgres/data/postmaster.pid");
    const postmaster = () => Number(readFileSync(file, "utf8").split("\n")[0]);
    const killed = postmaster();

    process.kill(killed, "SIGKILL");

    await expect.poll(postmaster).not.toBe(killed);
    const statusOf = async (path: string) => (await running.call("GET", path)).status;
    await expect.poll(() => statusOf("/v0/wallet")).toBe(200);
    await expect.poll(() => statusOf("/readyz")).toBe(200);
    await pay(5_000n);
  });

  it("is joined by a process that knows the addresses of its wallets", { timeout: START_MS }, async () => {
    joined = await installation.join("api");
    expect(joined.baseUrl).not.toBe(running.baseUrl);
    expect((await fetch(`${joined.baseUrl}/readyz`)).status).toBe(200);

    const answer = await fetch(`${joined.baseUrl}/v0/ln-address/send-payment`, {
      method: "POST",
      headers: { apikey: running.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ lnAddress: `demo@${new URL(running.baseUrl).host}`, amount: "1000" }),
    });
    expect(await answer.json()).toMatchObject({ error: { code: "self_payment" } });
  });

  it("leaves no process behind after Ctrl-C, nor one that joined it", { timeout: START_MS }, async () => {
    const processes = running.processes();
    expect(processes.length).toBeGreaterThan(5);

    expect(await running.stop("SIGINT")).toBe(0);

    await joined.ended;
    expect(joined.output()).toContain("the installation that it joined has ended");
    expect(joined.output()).not.toContain("terminating connection"); // the database waited for it
    expect(await waitUntil(() => !processes.some(isAlive), 20_000)).toBe(true);
  });

  it("goes on where it was, and makes nothing anew", { timeout: START_MS }, async () => {
    const cluster = () => statSync(join(installation.dataDir, "postgres/data/PG_VERSION")).mtimeMs;
    const { apiKey, merchant, users } = running;
    const madeAt = cluster();

    running = await installation.start();

    expect({ apiKey: running.apiKey, merchant: running.merchant }).toEqual({ apiKey, merchant });
    expect(running.users.map(({ id }) => id)).toEqual(users.map(({ id }) => id));
    expect(cluster()).toBe(madeAt);
    expect(await wallet()).toBe(balance);
    await pay(20_000n);
  });

  it("pays once when it is killed between the dispatch and the answer of its node", { timeout: START_MS }, async () => {
    expect(await running.stop("SIGTERM")).toBe(0);
    running = await installation.start({ LEYDEN_CRASH_AT: "after-dispatch" });
    await expect(pay(15_000n)).rejects.toThrow();
    await running.ended;

    running = await installation.start();

    const newest = async () => (await running.call("GET", "/v0/payments?limit=1")).body.data[0];
    await expect.poll(async () => (await newest()).status).toBe("completed");
    const payment = await newest();
    expect(payment.amount).toBe("15000");
    balance -= BigInt(payment.amount) + BigInt(payment.fee);
    expect(await wallet()).toBe(balance);
  });

  it("answers while the recipient holds the payment", async () => {
    const { merchant } = controlsOf(running.network());
    const description = { sha256: createHash("sha256").update(holder.metadata).digest("hex") };
    const amountMsats = "12000";
    const made = await merchant.createInvoice({ amountMsats, description, expirySeconds: 600, hold: true });
    holder.invoice = made.invoice;

    expect((await payHolder("wait=0")).body).toMatchObject({ data: { status: "processing" } });

    const { paymentHash } = made;
    const stateOf = async () => (await merchant.lookupIncoming({ paymentHash })).kind;
    await expect.poll(stateOf).toBe("held");
    balance -= 12_000n + 10_000n; // amount and fee limit stay reserved
  });

  it("leaves no database behind when it alone is killed, and goes on", { timeout: START_MS }, async () => {
    const file = join(installation.dataDir, "postgres/data/postmaster.pid");
    const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);

    running.kill();
    await running.ended;

    expect(await waitUntil(() => !isAlive(postmaster), 20_000)).toBe(true);
    running = await installation.start();
    expect(await wallet()).toBe(balance);
  });

  it("goes on where it was after kill -9 of every process", { timeout: START_MS }, async () => {
    const processes = running.processes();
    for (const pid of processes) signal(pid, "SIGKILL");
    await waitUntil(() => !processes.some(isAlive), 5_000);

    running = await installation.start();

    expect(await wallet()).toBe(balance);
    await pay(30_000n);
    expect(await installation.command("audit")).toMatchObject({ status: 0, errors: "" });
  });

  it("answers a request that waits for a held payment when Ctrl-C is pressed, and ends in order", async () => {
    const waiting = payHolder("wait=60");
    await wallet(); // by then the request before it waits

    expect(await running.stop("SIGINT")).toBe(0);

    expect(await waiting).toMatchObject({ status: 200, body: { data: { status: "processing" } } });
  });
});
