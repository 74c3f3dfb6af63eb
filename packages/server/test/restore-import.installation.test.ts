import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInstallation, type Installation, type Started } from "./installation.harness.ts";

const START_MS = 300_000;

type Paid = { readonly id: string; readonly key: string; readonly amount: string; readonly fee: string };

/** One life of one installation, in order: each test goes on where the one before has left. */
describe.runIf(process.platform === "linux")("an installation whose database went back", () => {
  let installation: Installation;
  let running: Started;
  const paid: Paid[] = [];
  let balance = "";

  beforeAll(async () => {
    installation = createInstallation();
    running = await installation.start();
  }, START_MS);
  afterAll(async () => await installation.remove());

  const inData = (name: string) => join(installation.dataDir, name);

  /** With its owner: as root the database has another one. */
  const copy = (from: string, to: string) => void execFileSync("cp", ["-a", inData(from), inData(to)]);

  async function goBack(): Promise<void> {
    rmSync(inData("postgres"), { recursive: true });
    copy("copy", "postgres");
    running = await installation.start();
  }

  async function pay(key: string): Promise<Paid> {
    const wanted = { lnAddress: running.merchant.lnAddress, amount: "7000", internalId: `order ${key}` };
    const { status, body } = await running.call("POST", "/v0/ln-address/send-payment", wanted, {
      "idempotency-key": key,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return { id: body.data.id, key, amount: body.data.amount, fee: body.data.fee };
  }

  const balanceNow = async () => (await running.call("GET", "/v0/wallet")).body.data.balance as string;

  it("pays, is copied, and pays on", async () => {
    await pay("before");
    expect(await running.stop("SIGTERM")).toBe(0);
    copy("postgres", "copy");
    running = await installation.start();
    for (let n = 0; n < 3; n += 1) paid.push(await pay(`after-${n}`));
    balance = await balanceNow();
    expect(await running.stop("SIGTERM")).toBe(0);
  });

  it("finds that its database went back, moves nothing, and names what left", async () => {
    await goBack();
    for (const { id } of paid) expect((await running.call("GET", `/v0/payments/${id}`)).status).toBe(404);

    const { output } = await installation.command("restore", "status");
    for (const { id } of paid) expect(output).toMatch(new RegExp(`payment.dispatch +${id} .* certain$`, "m"));
    expect(output).toContain("The journal is whole.");
  });

  async function expectBack(): Promise<void> {
    const { status, output, errors } = await installation.command("restore", "import");
    expect(output, errors).toContain("3 came back. 0 need a decision of yours.");
    expect(status).toBe(0);
    expect((await installation.command("restore", "import")).output).toContain("0 came back.");

    for (const { id, amount, fee } of paid) {
      const read = async () => (await running.call("GET", `/v0/payments/${id}`)).body.data;
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe("completed");
      expect(await read()).toMatchObject({ id, amount, fee, restored: true, invoice: "" });
    }
    expect(await balanceNow()).toBe(balance);
  }

  it("brings them back under their ids, each once, and the wallet has what it had", expectBack);

  it("brings them back again when the database goes back a second time in the middle of it", async () => {
    expect(await running.stop("SIGTERM")).toBe(0);
    await goBack();
    await expectBack();
  });

  it("works again after the release: a repeated key pays nothing, the books are whole", async () => {
    for (const words of [
      ["restore", "release", "--reason", "a test"],
      ["key", "confirm", "--all"],
      ["reconcile", "--reason", "a test"],
    ])
      await installation.command(...words);
    for (const { key, id } of paid) expect((await pay(key)).id).toBe(id);
    expect(await balanceNow()).toBe(balance);
    await pay("new");
    const { output, status } = await installation.command("audit");
    expect(status, output).toBe(0);
    expect(await running.stop("SIGTERM")).toBe(0);
  });
});
