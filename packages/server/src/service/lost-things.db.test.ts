import { expect, it } from "vitest";
import { parseMsats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenFolder, givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKey, createProject } from "#projects";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { assignReceipt, listSuspended } from "#receiving";
import { findWallet } from "#wallets";
import { importPromised } from "./import-journal.ts";
import { givenStarted } from "./testing/started.harness.ts";

const random = machineRandom();
const log = createLog({ level: "silent", pretty: false });

onDatabase("what was made since the copy, and is in no journal,", (database) => {
  const deps = () => ({ ...database(), clock: machineClock, random, log });

  /** A static charge, and an invoice of it that a payer has; the copy has neither. */
  async function givenLostStatic() {
    const { call, baseUrl, node } = await givenStarted(database());
    const draft = { minAmount: "10000", maxAmount: "20000", description: "Tips for the band" };
    const { data } = (await call("POST", "/v0/static-charges", draft)).body;
    const link = `${baseUrl}${decodeLnurl(data.invoice.request).pathname}`;
    const { pr } = (await (await fetch(`${link}/callback?amount=10000`)).json()) as { pr: string };
    const [charge] = await database().admin.query<{ id: string; at: Date }>(sql`
      delete from receiving.charge where static_charge_id = ${data.id} returning id, expires_at as at`);
    await database().admin.query(sql`delete from receiving.static_charge where id = ${data.id}`);
    const balance = async () => (await call("GET", "/v0/wallet")).body.data.balance;
    const pay = async () => {
      expect(node.receiving.payInvoice(pr)).toBe(true);
      const { paymentHash } = decodeInvoice(pr);
      const receipt = async () =>
        (await listSuspended(database().db, 100)).find((one) => Buffer.compare(one.paymentHash, paymentHash) === 0);
      await expect.poll(receipt).toBeDefined();
      return (await receipt())?.id ?? "";
    };
    return { call, link, pr, id: data.id, charge, wallet: data.walletId, balance, pay };
  }

  it("a static charge: it is not there, what is paid by its invoice waits in suspense and can be assigned", async () => {
    const { call, link, id, wallet, balance, pay } = await givenLostStatic();
    expect((await call("GET", `/v0/static-charges/${id}`)).status).toBe(404);
    expect(await (await fetch(link)).json()).toMatchObject({ status: "ERROR" });
    const before = await balance();
    const receipt = await pay();
    expect(await balance()).toBe(before);
    const to = await findWallet(database().db, wallet);
    if (to === undefined) throw new Error("the wallet is lost");
    await assignReceipt(deps(), { receipt: receipt as never, wallet: to, reason: "the band says so" });
    expect(BigInt(await balance()) - BigInt(before)).toBe(10_000n);
  });

  it("a static charge, of whose invoice the journal has the line: its wallet is credited", async () => {
    const { pr, charge, wallet, balance, pay } = await givenLostStatic();
    const before = await balance();
    await pay();
    const on = givenJournal(givenFolder());
    const at = new Date(Date.now() - 120_000);
    const writer = on.writer({ clock: { ...machineClock, now: () => at } });
    const { paymentHash } = decodeInvoice(pr);
    const money = { wallet, paymentHash, amount: parseMsats("10000", "amount"), expiresAt: charge?.at };
    await writer.append({ what: "charge.issue", id: charge?.id ?? "", ...money });
    await writer.close();
    const place = { folders: [on.folder], installation: on.installation };
    const { imported } = await importPromised({ ...deps(), node: undefined, baseUrl: "https://leyden.example" }, place);
    expect(imported).toMatchObject([{ what: "charge.issue", outcome: "done" }]);
    expect(BigInt(await balance()) - BigInt(before)).toBe(10_000n);
  });

  it("a key: calls with it are answered 401, and those with another one of its project go on", async () => {
    const { baseUrl } = await givenStarted(database());
    const making = { ...deps(), batch: database().batch };
    const project = await createProject(making, { name: `lost ${random.uuid()}` });
    const of = { projectId: project.id };
    const [lost, kept] = [await createKey(making, of), await createKey(making, of)];
    await database().admin.query(sql`delete from projects.project_key where id = ${lost.key.id}`);
    const statusOf = async (apikey: string) => (await fetch(`${baseUrl}/v0/wallet`, { headers: { apikey } })).status;
    expect([await statusOf(lost.secret), await statusOf(kept.secret)]).toEqual([401, 200]);
  });
});
