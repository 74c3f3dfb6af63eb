import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clockConforms } from "../conformance/clock.harness.ts";
import { invoiceOf, pay } from "../conformance/counterparty.harness.ts";
import type { Channel } from "./channels.ts";
import { stillToCome } from "./info.ts";
import { type ClnWorld, clnWorld, hexOf } from "./testing/cln-world.harness.ts";
import { CAPACITY } from "./testing/fake-state.harness.ts";

const PAGE = new URL("../../../../../../docs/nodes/cln.md", import.meta.url);

let world: ClnWorld;
beforeEach(async () => {
  world = await clnWorld();
});
afterEach(() => world.stop());

const operations = () => {
  const { operations } = world.node;
  if (operations === undefined) throw new Error("no operations");
  return operations;
};
const channel = async () => (await operations().channels())[0];

it.each([
  ["protocol", true],
  ["onchain", true],
  ["remote", false],
  ["user", false],
])("shows a channel whose close is over, by the cause %s", async (cause, isForced) => {
  world.fake.state().closedChannels.push({
    peer_id: "02ab",
    funding_txid: "cd".repeat(32),
    funding_outnum: 1,
    total_msat: 9_000_000,
    final_to_us_msat: 5_000_000,
    close_cause: cause,
  });
  expect(await operations().closedChannels()).toEqual([
    { point: `${"cd".repeat(32)}:1`, peer: "02ab", capacity: 9_000_000n, local: 5_000_000n, isForced },
  ]);
});

describe("channels", () => {
  it("have their amounts to the msat, with what is in HTLCs apart", async () => {
    const { toUs } = world.fake.state();
    expect(await channel()).toMatchObject({
      state: "open",
      isActive: true,
      local: toUs,
      capacity: CAPACITY,
      htlcs: [],
    });
    const one = await world.counterparty.invoice({ msats: 3_000_000n, hold: true });
    const paid = pay(world.node, one);
    await expect.poll(() => world.counterparty.isHeld(one.paymentHash)).toBe(true);
    const held = await channel();
    expect(held).toMatchObject({ local: toUs - 3_001_300n, remote: CAPACITY - toUs });
    expect(
      held?.htlcs.map((htlc) => [htlc.paymentHash && hexOf(htlc.paymentHash), htlc.isOutgoing, htlc.amount]),
    ).toEqual([[hexOf(one.paymentHash), true, 3_001_300n]]);
    expect(await world.node.balances()).toMatchObject({ channels: toUs - 3_001_300n, outgoingHtlcs: 3_001_300n });
    await world.counterparty.settle(one.paymentHash);
    await paid;
    expect(await world.node.balances()).toMatchObject({ channels: toUs - 3_001_300n, outgoingHtlcs: 0n });
  });

  it.each([
    ["CHANNELD_AWAITING_LOCKIN", "opening", "opening"],
    ["DUALOPEND_AWAITING_LOCKIN", "opening", "opening"],
    ["CHANNELD_AWAITING_SPLICE", "open", "channels"],
    ["CHANNELD_SHUTTING_DOWN", "closing", "closing"],
    ["AWAITING_UNILATERAL", "closing", "closing"],
    ["ONCHAIN", "closing", "closing"],
  ])("%s are %s, and their money counts there alone", async (state, phase, place) => {
    world.fake.channel["state"] = state;
    expect((await channel())?.state).toBe(phase);
    const { channels, opening, closing, onchain } = await world.node.balances();
    const { toUs } = world.fake.state();
    expect({ channels, opening, closing }).toEqual({ channels: 0n, opening: 0n, closing: 0n, [place]: toUs });
    expect(onchain).toBe(44_998_686_000n);
    expect((await world.node.info()).usableChannels).toBe(phase === "open" ? 1 : 0);
  });

  it("are forced where one side has published alone", async () => {
    const { channel: changes } = world.fake;
    const changed = (...states: string[]) => states.map((new_state) => ({ new_state }));
    Object.assign(changes, { state: "ONCHAIN", state_changes: changed("CLOSINGD_COMPLETE", "FUNDING_SPEND_SEEN") });
    expect((await channel())?.isForced).toBe(false);
    Object.assign(changes, { state_changes: changed("AWAITING_UNILATERAL", "FUNDING_SPEND_SEEN") });
    expect((await channel())?.isForced).toBe(true);
    Object.assign(changes, { state_changes: changed("CHANNELD_NORMAL", "FUNDING_SPEND_SEEN") });
    expect((await channel())?.isForced).toBe(true);
  });

  it("of which the peer has shown a later state are counted", async () => {
    expect((await world.node.info()).lostChannels).toBe(0);
    world.fake.channel["lost_state"] = true;
    expect((await world.node.info()).lostChannels).toBe(1);
  });

  it("that pay us on the chain are counted until the wallet has it", () => {
    const closing = { htlcs: [], toUs: 1_000n, closingTxid: "ab", isResolved: false } as unknown as Channel;
    expect(stillToCome(closing, [{ txid: "cd", amount: 700n }])).toBe(1_000n);
    expect(stillToCome(closing, [{ txid: "ab", amount: 700n }])).toBe(300n);
    expect(stillToCome(closing, [{ txid: "ab", amount: 1_200n }])).toBe(0n);
    expect(stillToCome({ ...closing, isResolved: true }, [])).toBe(0n);
  });
});

describe("the node", () => {
  it.each([
    ["bitcoin", "mainnet"],
    ["testnet4", "testnet4"],
    ["signet", "signet"],
  ])("on %s is on %s", async (said, network) => {
    world.fake.info["network"] = said;
    expect((await world.node.info()).network).toBe(network);
  });

  it("on another chain is none", async () => {
    world.fake.info["network"] = "liquid";
    await expect(world.node.info()).rejects.toThrow(/chain/);
  });

  it.each(["warning_bitcoind_sync", "warning_lightningd_sync"])(
    "does not follow the chain with %s",
    async (warning) => {
      expect((await world.node.info()).synced).toBe(true);
      world.fake.info[warning] = "still reading blocks";
      expect((await world.node.info()).synced).toBe(false);
    },
  );

  it("pays no addresses of the chain", async () => {
    expect(world.node.capabilities.onchain).toBe(false);
    await expect(world.node.listOnchain(new Date(0))).rejects.toThrow(/capabilities/);
  });
});

describe("the clock of a node", () => {
  clockConforms(() => ({
    node: world.node,
    say(said) {
      world.fake.clockSays = said;
    },
  }));
});

describe("what an operator asks for", () => {
  it("is a backup that recoverchannel takes, and the points of its channels", async () => {
    const { bytes, channels } = await operations().channelBackup();
    const { scb } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly scb: string[] };
    expect(scb).toHaveLength(1);
    expect(channels).toEqual([(await channel())?.point]);
    world.fake.channel["channel_id"] = "07".repeat(32);
    expect((await operations().channelBackup()).channels).toEqual([]);
  });

  it("is what the wallet keeps for channels with anchors: nothing without them", async () => {
    const reserve = async () => (await world.node.balances()).reserve;
    expect(await reserve()).toBe(25_000_000n);
    world.fake.channel["channel_type"] = { bits: [12], names: ["static_remotekey/even"] };
    expect(await reserve()).toBe(0n);
    world.fake.channel["channel_type"] = { bits: [12, 22], names: ["static_remotekey/even", "anchors/even"] };
    Object.assign(world.fake.channel, { state: "ONCHAIN", status: ["ONCHAIN:All outputs resolved: waiting"] });
    expect(await reserve()).toBe(0n);
  });
});

/** The restrictions of the command on the page. */
async function smallest(): Promise<string[][]> {
  const page = await readFile(PAGE, "utf8");
  return restrictionsIn(page);
}

function restrictionsIn(text = ""): string[][] {
  const [, restrictions = ""] = /createrune -k restrictions='(.+)'/.exec(text) ?? [];
  return JSON.parse(restrictions);
}

describe("the rights of a rune", () => {
  const rights = async (restrictions: readonly (readonly string[])[]) => {
    await world.fake.writeRune(world.fake.rune(restrictions));
    return await world.node.permissions();
  };

  it("are all and no more with the rune of the page", async () => {
    expect(await rights(await smallest())).toMatchObject({ lacking: [], needless: [] });
  });

  it("are too few where a command is missing, with what that is needed for", async () => {
    const [methods = [], ...others] = await smallest();
    const without = (name: string) => [methods.filter((method) => method !== `method=${name}`), ...others];
    for (const name of methods.map((method) => method.replace("method=", "")).filter((name) => name !== "checkrune")) {
      const neededFor = ["staticbackup", "listforwards", "listchainmoves"].includes(name) ? "operator" : "service";
      expect(await rights(without(name))).toMatchObject({ lacking: [{ name, neededFor }], needless: [] });
    }
  });

  it("are too many with a rune for everything", async () => {
    const { lacking, needless } = (await rights([])) ?? {};
    expect(lacking).toEqual([]);
    expect(needless).toEqual(expect.arrayContaining(["withdraw", "createrune", "delpay", "splicein"]));
    expect(needless).toContain("delinvoice of paid invoices");
  });

  it("are too many also with a method that no list of ours has", async () => {
    const [methods = [], ...others] = await smallest();
    const wide = [[...methods, "method=newcommand", "method=listnodes"], ...others];
    expect(await rights(wide)).toMatchObject({ lacking: [], needless: ["newcommand", "listnodes"] });
  });

  it("have the lines of the page that make the right rune", async () => {
    const page = await readFile(PAGE, "utf8");
    const { remake } = (await rights([])) ?? {};
    expect(page).toContain(`\n${remake?.commands}\n`);
    expect(remake?.service).not.toMatch(/staticbackup|listforwards/);
    const { lacking } = (await rights(restrictionsIn(remake?.service))) ?? {};
    expect(new Set(lacking?.map(({ neededFor }) => neededFor))).toEqual(new Set(["operator"]));
  });

  it("are not said where the rune may not ask", async () => {
    expect(await rights([["method/checkrune"]])).toMatchObject({ lacking: [], needless: [], isHidden: true });
  });

  it("are not lacking because a limit of calls is used up by the question", async () => {
    const text = JSON.stringify({ code: "1502", message: "Not permitted: too soon" });
    world.fake.lines.set("checkrune", [{ kind: "say", status: 500, text }]);
    await expect(world.node.permissions()).rejects.toMatchObject({ why: "limited" });
  });

  it("are enough for all that the service does", async () => {
    await world.fake.writeRune(world.fake.rune(await smallest()));
    const one = await world.counterparty.invoice({ msats: 1_000_000n });
    expect((await pay(world.node, one)).kind).toBe("settled");
    const description = { kind: "text", text: "one" } as const;
    const { paymentHash } = await world.node.createInvoice({ amount: 1_000n as never, description, expirySeconds: 60 });
    expect(await world.node.cancelInvoice(paymentHash)).toBe("cancelled");
    await Promise.all([
      world.node.balances(),
      world.node.outgoing(""),
      world.node.finished("", 0),
      world.node.received("", 0),
    ]);
  });
});

it("has an open invoice until it is paid, or is cancelled", async () => {
  expect(await world.node.hasOpenInvoices()).toBe(false);
  const { invoice } = await invoiceOf(world.node, 1_000_000n);
  expect(await world.node.hasOpenInvoices()).toBe(true);
  await world.counterparty.pay(invoice);
  expect(await world.node.hasOpenInvoices()).toBe(false);
  const { paymentHash } = await invoiceOf(world.node, 1_000_000n);
  expect(await world.node.hasOpenInvoices()).toBe(true);
  await world.node.cancelInvoice(paymentHash);
  expect(await world.node.hasOpenInvoices()).toBe(false);
});
