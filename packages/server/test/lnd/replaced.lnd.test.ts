import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Counterparty, Wanted } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";
import { type Served, serveLeyden } from "./served.harness.ts";

const START_MS = 300_000;
const AMOUNT = 1_000_000n;
const FUNDS = 50_000_000n;
const REASON = ["--reason", "its disk is lost"];

describe("leyden node replace, where one node of LND is lost and another one follows", () => {
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
  const order = async ({ invoice }: Wanted) =>
    (await served.call("/v0/payments", { invoice }, { prefer: "wait=0" })).body.data;
  const former = async () => JSON.parse(await command("node", "former", "list", "--json"))[0];

  it("keeps what was under way reserved, ends it by hand, and pays over the new one", {
    timeout: START_MS,
  }, async () => {
    const { network } = served;
    const formerId = (await network.ours.get("/v1/getinfo")).identity_pubkey;
    const paid = await served.ended((await order(await counterparty.invoice({ msats: AMOUNT }))).id);
    const held = await counterparty.invoice({ msats: AMOUNT, hold: true });
    const { id } = await order(held);
    await expect.poll(() => counterparty.isHeld(held.paymentHash)).toBe(true);
    await served.running.stop();
    await network.ours.end();
    await served.moveTo(network.router);

    const shown = await command("node", "replace");
    expect(shown).toContain(formerId);
    expect(shown).toContain(id);
    expect(shown).toContain("Nothing was changed.");
    await command("node", "replace", "--confirmed", ...REASON);
    await served.start();

    expect(await served.data(`/v0/payments/${id}`)).toMatchObject({ status: "processing" });
    expect(await command("incident", "list")).toContain("former_node");
    const next = await served.ended((await order(await counterparty.invoice({ msats: AMOUNT }))).id);
    expect(next.status).toBe("completed");
    await served.receive(AMOUNT);

    await counterparty.settle(held.paymentHash);
    const { r_preimage } = await network.recipient.get(`/v1/invoice/${Buffer.from(held.paymentHash).toString("hex")}`);
    const preimage = Buffer.from(r_preimage, "base64").toString("hex");
    const proof = ["--as", "completed", "--preimage", preimage, "--fee", paid.fee];
    await command("payment", "end", id, ...proof, "--reason", "the recipient has it");
    expect(await served.data(`/v0/payments/${id}`)).toMatchObject({ status: "completed", fee: paid.fee });

    const { limboMsats } = await former();
    expect(BigInt(limboMsats)).toBeGreaterThan(0n);
    await command(
      "node",
      "former",
      "settle",
      formerId,
      limboMsats,
      "--as",
      "loss",
      "--reason",
      "no copy of its channels",
    );
    expect((await former()).limboMsats).toBe("0");
    const fees = [paid, next].reduce((sum, { fee }) => sum + BigInt(fee), BigInt(paid.fee));
    expect(await served.balance()).toBe(FUNDS - 3n * AMOUNT - fees + AMOUNT);
    await expect
      .poll(async () => await served.installation.command("audit"), { timeout: 60_000, interval: 1_000 })
      .toMatchObject({ status: 0 });
  });
});
