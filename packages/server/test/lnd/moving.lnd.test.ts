import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Counterparty } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { until } from "./process.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";
import { type Served, serveLeyden } from "./served.harness.ts";

const START_MS = 300_000;
const MOVING_MS = 600_000;
const FUNDS = 50_000_000n;
const AMOUNT = 1_000_000n;

/** docs/nodes/README.md, "To another backend", with another LND in the place of another backend. */
describe("a service that moves from an LND that lives to another node", () => {
  let served: Served;
  let counterparty: Counterparty;

  beforeAll(async () => {
    served = await serveLeyden();
    counterparty = await counterpartyOf(served.network.recipient);
    await served.receive(FUNDS);
  }, START_MS);
  afterAll(() => served?.stop());

  const command = async (...words: string[]) => {
    const { status, output, errors } = await served.installation.command(...words);
    expect(status, `${words.join(" ")}: ${output}${errors}`).toBe(0);
    return output;
  };
  const replacing = async () => (await served.installation.command("node", "replace")).errors;
  const formerNodes = async () => JSON.parse(await command("node", "former", "list", "--json"));

  /** Every channel of ours, with the agreement of its peer. */
  async function closeAll(): Promise<void> {
    const { network } = served;
    const { channels } = await network.ours.get("/v1/channels");
    const points: string[] = channels.map((channel: { channel_point: string }) => channel.channel_point);
    const closed = Promise.all(points.map((point) => network.ours.close(point, "by_both")));
    await until("the closes", async () => {
      const { waiting_close_channels } = await network.ours.get("/v1/channels/pending");
      return waiting_close_channels.length === points.length;
    });
    await network.mine(6);
    await closed;
  }

  /** All coins of ours go to the wallet of the next node; how many satoshis arrive. */
  async function sweep(): Promise<bigint> {
    const { ours, router, mine } = served.network;
    const { address } = await router.get("/v1/newaddress?type=WITNESS_PUBKEY_HASH");
    const { txid } = await ours.post("/v1/transactions", { addr: address, send_all: true, sat_per_vbyte: "2" });
    await mine(1);
    const { transactions } = await router.get("/v1/transactions");
    return BigInt(transactions.find((one: { tx_hash: string }) => one.tx_hash === txid).amount);
  }

  it("makes no invoices, waits for those that are out, and takes all coins along", { timeout: MOVING_MS }, async () => {
    const { network } = served;
    const formerId = (await network.ours.get("/v1/getinfo")).identity_pubkey;
    await served.data("/v0/charges", { amount: "1000", description: "an order", expiresIn: 90 });
    await command("limit", "service", "--wallets", "0", "--reason", "to another node");
    const { status, body } = await served.call("/v0/charges", { amount: "1000", description: "an order" });
    expect([status, body.error.code]).toEqual([403, "service_full"]);
    await command("pause", "--reason", "to another node");
    expect(await replacing()).toContain("1 of its invoices are open");
    await expect.poll(replacing, { timeout: 150_000, interval: 1_000 }).toContain("none of its invoices is open");

    await served.running.stop();
    await closeAll();
    const arrived = await sweep();
    await served.moveTo(network.router);
    expect(await command("node", "replace")).toContain("  invoices  none is open");
    await command("node", "replace", "--confirmed", "--reason", "to another node");
    await served.start();

    const [{ limboMsats }] = await formerNodes();
    const settle = (msats: bigint, as: string) =>
      command("node", "former", "settle", formerId, String(msats), "--as", as, "--reason", "closes, and the sweep");
    await settle(arrived * 1_000n, "counted");
    await settle(BigInt(limboMsats) - arrived * 1_000n, "chain_cost");
    expect((await formerNodes())[0].limboMsats).toBe("0");
    await command("limit", "service", "--wallets", "none", "--reason", "on the new node");
    await command("resume");

    expect(await served.balance()).toBe(FUNDS);
    const { invoice } = await counterparty.invoice({ msats: AMOUNT });
    const { id } = await served.data("/v0/payments", { invoice });
    expect((await served.ended(id)).status).toBe("completed");
    await served.receive(AMOUNT);
    await expect
      .poll(async () => await served.installation.command("audit"), { timeout: 60_000, interval: 1_000 })
      .toMatchObject({ status: 0 });
    expect(await command("equity", "compare")).not.toContain("npm run leyden");
  });
});
