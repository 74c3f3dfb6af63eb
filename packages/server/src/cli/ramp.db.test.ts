import { afterAll, beforeAll, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { msats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { fails, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { findCustomer } from "#slices/ramp/store/customers.ts";
import { givenRamp, random } from "#slices/ramp/testing/ramp.harness.ts";
import { CARDS, givenSandbox } from "#slices/sandbox/testing/sandbox.harness.ts";
import { INSTALLATION, runOn } from "./run-on.harness.ts";
import { serveNode } from "./serve-node.harness.ts";

const STORE = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("leyden ramp", (database) => {
  let node: Awaited<ReturnType<typeof givenRamp>>["world"]["node"];
  let server: Awaited<ReturnType<typeof serveNode>>;
  beforeAll(async () => {
    server = await serveNode(() => ({ node, store: STORE }));
  });
  afterAll(() => server.close());
  const run = runOn(database, "ramp", () => server.url);

  async function givenFailedRefund() {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.node.plan = fails();
    const refund = async (reference: string) => {
      ramp.cards.say(bought.id, { refund: "failed" });
      return await ramp.cards.processor.get(reference);
    };
    Object.assign(ramp.cards.processor, { refund });
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("refund_failed");
    return { ...ramp, bought };
  }

  /** A card has paid 25 EUR in the sandbox; this database has no purchase of it. `lines`: of a journal on disk. */
  async function givenLostAtSandbox() {
    await database().admin.query(sql`delete from lightning.foreign_payment where transfer_id is null`);
    const { caller, person, world } = await givenRamp(database());
    ({ node } = world);
    const buyer = await person();
    const sandbox = givenSandbox(database());
    const { reference, purchaseId: id } = await sandbox.paid(CARDS.good);
    await sandbox.processor.capture(reference, id);
    const project = caller.wallet.owner.id;
    const lines = async () => {
      const on = givenJournal(undefined, INSTALLATION);
      const writer = on.writer();
      await writer.append({
        what: "purchase.begin",
        id,
        subject: buyer.id,
        actor: { kind: "project", id: project },
        origin: { kind: "session", id: random.uuid() },
        wallet: buyer.walletId,
        processorId: reference,
        amount: msats(26_630_000n),
        feeLimit: msats(266_300n),
      });
      await writer.close();
      return on.folder;
    };
    const names = ["--user", buyer.email, "--project", project, "--to-wallet", buyer.walletId, "--msats", "26630000"];
    return { id, reference, buyer, caller, lines, names };
  }

  it("lists what waits for the operator, and nothing that goes on by itself", async () => {
    expect(await run("list")).toBe("No purchase waits for you.\n");
    const { bought, authorized, begun, later, world, opened } = await givenFailedRefund();
    const session = () => opened({ destination: world.recipient("another") });
    const onHold = await authorized(await session());
    await begun(await session());
    await whilePaused(database(), async () => {
      await later();
      world.node.plan = holds();
      const [head = "", ...lines] = (await run("list")).trimEnd().split("\n");
      expect(head.split(/ {2,}/)).toEqual(["id", "state", "paid", "msats", "since", "detail"]);
      const cells = lines.map((line) => line.split(/ {2,}/).slice(0, 4));
      expect(cells).toEqual([
        [bought.id, "refund_failed", "25.00 EUR", "26630000"],
        [onHold.id, "on_hold", "25.00 EUR", "26630000"],
      ]);
    });
  });

  it("shows one as JSON, and says that there is none", async () => {
    const { bought } = await givenFailedRefund();
    expect(JSON.parse(await run("show", bought.id))).toMatchObject({
      id: bought.id,
      state: "refund_failed",
      paid: "25.00",
      currency: "EUR",
      fee: "0.50",
      msats: "26630000",
      reference: `pay_${bought.id}`,
      failureCode: "delivery_failed",
      paymentId: expect.any(String),
    });
    for (const words of [["show"], ["refunded", "--reason", "by bank"]]) {
      const [command = "", ...options] = words;
      await expect(run(command, random.uuid(), ...options)).rejects.toMatchObject({ code: "purchase_not_found" });
      const code = command === "show" ? "purchase_not_found" : "invalid_input";
      await expect(run(command, "7", ...options)).rejects.toMatchObject({ code });
    }
  });

  it("shows all that it takes to end one, by each of its names, and lists all with --all", async () => {
    const { bought, ...ramp } = await givenFailedRefund();
    const shown = JSON.parse(await run("show", bought.id));
    expect(shown).toMatchObject({
      email: expect.stringMatching(/^buyer-/),
      card: { brand: "visa", last4: "4242" },
      invoice: expect.stringMatching(/^lnbcrt/),
      paymentState: "failed",
      entries: [{ kind: "sale", amountMinor: "2500", currency: "EUR" }],
      incidents: [{ kind: "refund_failed", isOpen: true }],
      txid: null,
      transaction: null,
    });
    for (const name of [shown.reference, shown.paymentId, shown.sessionId])
      expect(JSON.parse(await run("show", name)).id).toBe(bought.id);
    expect(await run("list", "--all")).toContain(bought.id);

    ramp.world.node.plan = holds();
    const onchain = await ramp.authorized(await ramp.opened({ destination: freshAddress() }));
    ramp.world.node.chain.refuses = true;
    await ramp.later();
    const { txid, transaction } = JSON.parse(await run("show", onchain.id));
    expect(parseBitcoinTransaction(Buffer.from(transaction, "hex")).txid).toBe(txid);
    ramp.world.node.chain.refuses = false;
  });

  it("lets a user buy again whose identity was rejected, with a reason that is kept", async () => {
    const { person, deps, clock } = await givenRamp(database());
    const { id, email, gamertag } = await person();
    await database().admin.query(sql`
      insert into ramp.customer (user_id, identity, changed_at)
      values (${id}, 'rejected', now())`);
    await expect(run("lift", email)).rejects.toThrow(/--reason/);
    expect(await run("lift", email, "--reason", "seen in person")).toBe(
      `${gamertag} may buy again, and show the identity anew.\n`,
    );
    expect((await findCustomer(deps.db, id, clock.now()))?.identity).toBe("none");
    expect(await listIncidentsOf(deps.db, id)).toMatchObject([{ kind: "rejection_lifted", detail: "seen in person" }]);
    await expect(run("lift", email, "--reason", "x")).rejects.toMatchObject({ code: "ramp_identity_refused" });
    await expect(run("lift", "nobody-here", "--reason", "x")).rejects.toMatchObject({ code: "user_not_found" });
  });

  it("writes a refund by hand down with its reason, once, and closes the incident with it", async () => {
    const { bought, begun, progressOf, entries, events, breaches, opened, world } = await givenFailedRefund();
    await expect(run("refunded", bought.id)).rejects.toThrow(/--reason/);
    const reason = "transferred to the person's bank on 22 November";
    expect(await run("refunded", bought.id, "--reason", reason)).toBe(`Purchase ${bought.id} is refunded.\n`);
    expect(await progressOf(bought)).toMatchObject({
      kind: "refunded",
      detail: reason,
      failureCode: "delivery_failed",
    });
    expect(await entries(bought)).toEqual(["sale 2500", "refund 2500"]);
    expect(await events(bought)).toEqual(["ramp.purchase.failed"]);
    const incidents = await database().db.query(sql`
      select closed_reason as reason from incidents.incident where subject = ${bought.id}`);
    expect(incidents).toEqual([{ reason }]);
    await expect(run("refunded", bought.id, "--reason", "again")).rejects.toMatchObject({ code: "purchase_changed" });
    const other = await begun(await opened({ destination: world.recipient("another") }));
    await expect(run("refunded", other.id, "--reason", "no")).rejects.toMatchObject({ code: "purchase_changed" });
    expect(await breaches()).toEqual([]);
  });

  it("ends an authorized purchase whose processor is not set, by what its dashboard shows", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.cards.fail("capture", "before");
    await ramp.later();
    const reason = ["--reason", "it has expired in the dashboard"];
    await expect(run("seen", bought.id, "--as", "canceled")).rejects.toThrow(/--reason/);
    await expect(run("seen", bought.id, "--as", "gone", ...reason)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(run("seen", random.uuid(), "--as", "canceled", ...reason)).rejects.toMatchObject({
      code: "purchase_not_found",
    });
    await database().admin.query(sql`update ramp.purchase set processor = 'sandbox' where id = ${bought.id}`);
    await expect(run("seen", bought.id, "--as", "canceled", ...reason)).rejects.toThrow("processor that is set");
    await database().admin.query(sql`update ramp.purchase set processor = 'test' where id = ${bought.id}`);
    expect(await run("seen", bought.id, "--as", "canceled", ...reason)).toBe(
      `Purchase ${bought.id} has failed: nothing was taken.\n`,
    );
    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "failed", detail: "it has expired in the dashboard" });
    const session = await ramp.opened({ destination: ramp.world.recipient("seen-captured") });
    const other = await ramp.authorized(session);
    ramp.cards.fail("capture", "before");
    await ramp.later();
    expect(await run("seen", other.id, "--as", "captured", ...reason)).toContain(`ramp refunded ${other.id}`);
    expect(await ramp.stateOf(other)).toBe("captured");
    expect(await ramp.breaches()).toEqual([]);
  });

  it("sets the sites of a project, shows them, and takes them away", async () => {
    const { caller } = await givenRamp(database());
    const project = caller.wallet.owner.id;
    expect(await run("origins", project)).toBe("No other site may show the widget.\n");
    await run("origins", project, "https://shop.example", "http://localhost:3000");
    expect(await run("origins", project)).toBe("https://shop.example\nhttp://localhost:3000\n");
    for (const wrong of ["http://shop.example", "https://shop.example/", "shop.example", "*", "https://a.example *"])
      await expect(run("origins", project, wrong)).rejects.toMatchObject({ code: "invalid_input" });
    expect(await run("origins", project, "--none")).toMatch(/^No site may show the widget of /);
    expect(await run("origins", project)).toBe("No other site may show the widget.\n");
    await expect(run("origins", "nobody")).rejects.toMatchObject({ code: "project_not_found" });
  });

  it("delivers a payment whose purchase was lost, with what the operator names of it", async () => {
    const { id, reference, buyer, caller, names } = await givenLostAtSandbox();
    expect(await run("list", "--unknown", "--since", "2026-01-01T00:00:00Z")).toMatch(
      new RegExp(`${reference} +${id} +captured +25.00 EUR[^]*ramp adopt <reference> --deliver`),
    );
    const reason = ["--reason", "the shop told me"];
    await expect(run("adopt", reference, ...reason)).rejects.toThrow(/--deliver must be given/);
    await expect(run("adopt", reference, "--deliver", "--refund", ...reason)).rejects.toThrow(/one of them/);
    await expect(run("adopt", reference, "--deliver")).rejects.toThrow(/--reason/);
    await expect(run("adopt", reference, "--deliver", ...reason)).rejects.toThrow(/how much was bought/);
    for (const [wrong, code] of [
      [["--to-wallet", "7"], "invalid_input"],
      [["--to", "a@b.example", "--to-wallet", caller.wallet.id], "invalid_input"],
      [["--user", "nobody-here"], "user_not_found"],
      [["--project", "nobody"], "project_not_found"],
      [["--msats", "many"], "invalid_amount"],
    ] as const)
      await expect(run("adopt", reference, "--deliver", ...names, ...reason, ...wrong)).rejects.toMatchObject({ code });
    const adopting = ["adopt", reference, "--deliver", ...names, ...reason];
    await expect(run(...adopting)).rejects.toThrow("the price of a bitcoin is not known now"); // no node
    expect(await run(...adopting, "--although-the-price-differs")).toContain(`Purchase ${id} is here again`);
    expect(JSON.parse(await run("show", reference))).toMatchObject({ id, userId: buyer.id, state: "captured" });
  });

  it("delivers one that the journal knows whole without being told more", async () => {
    const { id, reference, lines } = await givenLostAtSandbox();
    const folder = await lines();
    const said = await run("adopt", reference, "--deliver", "--reason", "?", "--journal", folder);
    expect(said).toContain(`Purchase ${id} is here again, and is delivered now.`);
    expect(JSON.parse(await run("show", reference))).toMatchObject({ id, state: "captured", paid: "25.00" });
    await expect(run("adopt", reference, "--refund", "--reason", "?")).rejects.toThrow("which goes on by itself");
    expect(await run("list", "--unknown", "--since", "2026-01-01T00:00:00Z")).not.toContain(reference);
  });

  it("gives one back, once", async () => {
    const { reference } = await givenLostAtSandbox();
    for (let i = 0; i < 2; i += 1)
      expect(await run("adopt", reference, "--refund", "--reason", "?")).toContain("The card has its money back.\n");
    await expect(run("adopt", reference, "--deliver", "--reason", "?")).rejects.toThrow("has given it back");
  });
});
