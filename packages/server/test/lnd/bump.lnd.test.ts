import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyTo } from "./buying.harness.ts";
import { type Served, serveLeyden } from "./served.harness.ts";

const START_MS = 300_000;
const BUMP = ["--max-cost", "200000", "--rate", "100"];

type Listed = { readonly id: string; readonly txid: string; readonly sats: bigint };

describe("leyden onchain bump on a node of LND", () => {
  let served: Served;

  beforeAll(async () => {
    served = await serveLeyden();
  }, START_MS);
  afterAll(() => served?.stop());

  const command = async (...words: string[]) => {
    const { status, output, errors } = await served.installation.command(...words);
    expect([words.join(" "), status, errors]).toEqual([words.join(" "), 0, ""]);
    return output;
  };
  const onlyListed = async (): Promise<Listed | undefined> => {
    const rows = (await command("onchain", "list")).matchAll(/^([0-9a-f-]{36}) +(\d+) .* ([0-9a-f]{64}) /gm);
    const [[, id = "", sats = "0", txid = ""] = []] = rows;
    return id === "" ? undefined : { id, txid, sats: BigInt(sats) };
  };
  /** Transactions of the node's wallet that are in no block. */
  const waiting = async (): Promise<readonly string[]> => {
    const { transactions } = await served.network.ours.get("/v1/transactions?end_height=-1");
    return transactions
      .filter(({ num_confirmations }: { readonly num_confirmations: number }) => num_confirmations === 0)
      .map(({ tx_hash }: { readonly tx_hash: string }) => tx_hash);
  };
  /** A purchase whose transaction waits for a block. */
  async function given(name: string): Promise<Listed & { readonly address: string }> {
    const { address } = await served.network.recipient.get("/v1/newaddress?type=WITNESS_PUBKEY_HASH");
    await buyTo(served, name, address);
    await expect.poll(async () => (await onlyListed())?.txid, { timeout: 30_000, interval: 1_000 }).toBeDefined();
    const listed = await onlyListed();
    if (listed === undefined) throw new Error("nothing is listed");
    await expect.poll(waiting).toEqual([listed.txid]);
    return { ...listed, address };
  }
  const childIn = (output: string) => /The child is ([0-9a-f]{64}), for (\d+) sat/.exec(output)?.slice(1) ?? [];
  async function completes({ txid, address, sats }: Awaited<ReturnType<typeof given>>, child: string): Promise<void> {
    expect((await waiting()).toSorted()).toEqual([txid, child].toSorted());
    await served.network.mine(1);
    expect(await waiting()).toEqual([]);
    expect(await served.network.chain.receivedAt(address)).toBe(sats * 1_000n);
    await expect.poll(onlyListed, { timeout: 60_000, interval: 1_000 }).toBeUndefined();
    await served.network.mine(5);
  }
  const audited = () =>
    expect
      .poll(async () => (await served.installation.command("audit")).status, { timeout: 60_000, interval: 1_000 })
      .toBe(0);

  it("makes a child that is mined with its parent, once", { timeout: START_MS }, async () => {
    const payment = await given("one");
    expect(await command("onchain", "bump", payment.id, ...BUMP)).toContain("Nothing was done.");
    expect(await waiting()).toEqual([payment.txid]);
    const output = await command("onchain", "bump", payment.id, ...BUMP, "--yes");
    expect(output).toContain("The node has published it.");
    const [child = ""] = childIn(output);
    expect(await command("onchain", "bump", payment.id, ...BUMP, "--yes")).toContain("A payment has one child");
    await completes(payment, child);
    await audited();
  });

  it("finds the child again that a restored copy does not know", { timeout: START_MS }, async () => {
    const payment = await given("two");
    const database = join(served.installation.dataDir, "postgres");
    await served.running.stop();
    execFileSync("cp", ["-a", database, `${database}.copy`]);
    await served.start();
    const seen = readFileSync(join(served.installation.dataDir, "book.json"), "utf8");
    const [child = "", cost] = childIn(await command("onchain", "bump", payment.id, ...BUMP, "--yes"));
    await expect.poll(() => readFileSync(join(served.installation.dataDir, "book.json"), "utf8")).not.toBe(seen);
    await served.running.stop();
    execFileSync("rm", ["-r", database]);
    execFileSync("mv", [`${database}.copy`, database]);
    await served.start();

    expect(await command("restore", "status")).not.toContain("No restore is open.");
    const refused = await served.installation.command("onchain", "bump", payment.id, ...BUMP, "--yes");
    expect([refused.status, childIn(refused.output)]).toEqual([1, []]);
    for (const words of [["import"], ["release", "--reason", "a copy"]]) {
      const { status, output } = await served.installation.command("restore", ...words);
      expect(status, output).toBe(0);
    }
    expect(await command("restore", "status")).toContain("No restore is open.");
    expect(childIn(await command("onchain", "bump", payment.id, ...BUMP, "--yes"))).toEqual([child, cost]);
    await completes(payment, child);
    await audited();
  });
});
