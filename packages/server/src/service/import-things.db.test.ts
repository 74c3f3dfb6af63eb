import { createHash, randomBytes } from "node:crypto";
import { hexToBytes } from "@noble/hashes/utils.js";
import { beforeEach, expect, it } from "vitest";
import { idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { ChargeId, PaymentId, ProjectId } from "#kernel/ids.ts";
import type { IssuedEntry, JournalEntry } from "#kernel/journal.ts";
import { msats, sats } from "#kernel/money.ts";
import { createApp } from "#oauth";
import { endByHand } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createKey } from "#projects";
import { emailAddress } from "#protocol/email-address.ts";
import { findCharge } from "#receiving";
import { type ImportDeps, openRestore, releaseRestore } from "#restore";
import { creditReceipt } from "#slices/receiving/credit/credit-receipt.ts";
import { listSuspended } from "#slices/receiving/store/receipts.ts";
import { creditDeps } from "#slices/receiving/testing/receiving.harness.ts";
import { payToEmail } from "#slices/vouchers/email/pay-to-email.ts";
import { revokeByOperator } from "#slices/vouchers/issue/end-voucher.ts";
import { hashOfToken, newToken } from "#slices/vouchers/model/secrets.ts";
import type { VoucherId } from "#slices/vouchers/model/voucher.ts";
import { findVoucherByToken } from "#slices/vouchers/store/vouchers.ts";
import { projectOf } from "#slices/vouchers/testing/email.harness.ts";
import { type Given, givenVouchers, random } from "#slices/vouchers/testing/vouchers.harness.ts";
import { importJournal, importPromised } from "./import-journal.ts";
import { dyingAt } from "./testing/imported.harness.ts";
import { quick, restored } from "./testing/restored.harness.ts";

const MINUTE = 60_000;

onDatabase("the import of what others were promised", (database) => {
  const { anew, liftAll } = restored(database);
  beforeEach(async () => {
    await anew();
    await database().admin.query(sql`
      update restore.restore set ended_at = now(), reason = 'an earlier test' where ended_at is null`);
  });

  /** The service issued it, and then the database went back. */
  function issuedBefore({ wallet }: Caller, kind: "voucher" | "withdrawal", more: Partial<IssuedEntry> = {}) {
    const token = newToken(random);
    const tokenHash = hashOfToken(token) ?? new Uint8Array();
    const expiresAt = new Date(Date.now() + 24 * 60 * MINUTE);
    const issued = [Object.assign({ id: random.uuid(), tokenHash, amount: sats(1_000n), expiresAt }, more)];
    const entry: JournalEntry = { what: `${kind}.issue`, id: random.uuid(), wallet: wallet.id, issued };
    return { entry, token };
  }

  function promisedBefore({ wallet }: Caller, more: Partial<JournalEntry> = {}) {
    const expiresAt = new Date(Date.now() + 60 * MINUTE);
    const entry: JournalEntry = Object.assign(
      { what: "charge.issue" as const, id: random.uuid(), wallet: wallet.id, paymentHash: randomBytes(32) },
      { amount: sats(10n), expiresAt },
      more,
    );
    return { entry, id: entry.id as ChargeId, paymentHash: entry.paymentHash ?? new Uint8Array() };
  }

  async function written(entries: readonly JournalEntry[], book?: bigint, at = new Date()) {
    const on = givenJournal();
    if (book !== undefined) on.book = { number: book, hash: new Uint8Array(32) };
    const writer = on.writer({ clock: { ...machineClock, now: () => at } });
    for (const entry of entries) await writer.append(entry);
    await writer.close();
    return on;
  }

  async function keyOf(caller: Caller): Promise<string> {
    const deps = { db: database().db, clock: machineClock, random };
    return (await createKey(deps, { projectId: projectOf(caller) })).key.id;
  }

  const open = ({ world }: Given) => openRestore(world.drive, "foreign_payments");
  const release = ({ world }: Given) => releaseRestore(quick(world.drive), { reason: "a test" });
  const run = async (
    { world }: Given,
    { folder, installation }: ReturnType<typeof givenJournal>,
    other: Partial<Omit<ImportDeps, "baseUrl">> = {},
  ) => (await importJournal({ ...world.drive, ...other }, { folders: [folder], installation })).imported;

  it("gives vouchers back to who holds their links, once, and takes their value from the issuer", async () => {
    const on = await givenVouchers(database());
    const { issuer, taker, redeem, deps, breaches } = on;
    const { entry, token } = issuedBefore(issuer, "voucher", { internalId: "gift-1" });
    const funds = await on.balance(issuer);
    await open(on);
    const journal = await written([entry]);
    const [one, other] = await Promise.all([run(on, journal), run(on, journal)]);
    expect([...one, ...other].filter(({ outcome }) => outcome === "done")).toHaveLength(1);
    expect(await run(on, journal)).toEqual([]);
    expect(funds - (await on.balance(issuer))).toBe(sats(1_000n));
    const voucher = await findVoucherByToken(deps.db, hashOfToken(token) ?? new Uint8Array());
    if (voucher === undefined) throw new Error("it is not there");
    expect(voucher).toMatchObject({ internalId: "gift-1", waitsForRestore: true });
    await expect(redeem({ voucher, token })).rejects.toMatchObject({ code: "restoring" });

    await release(on);
    const before = await on.balance(taker);
    await redeem({ voucher, token });
    expect((await on.balance(taker)) - before).toBe(sats(1_000n));
    expect(await breaches()).toEqual([]);
  });

  it("revokes again what was revoked since, also what it has brought back, once, before anybody can take it", async () => {
    const on = await givenVouchers(database());
    const { issuer, deps, breaches } = on;
    const { entry, token } = issuedBefore(issuer, "voucher");
    const asked = issuedBefore(issuer, "withdrawal");
    const ids = [entry, asked.entry].map(({ issued }) => issued?.[0]?.id ?? "");
    const funds = await on.balance(issuer);
    await open(on);
    await run(on, await written([entry, asked.entry]));
    expect(funds - (await on.balance(issuer))).toBe(sats(1_000n));
    const revoked = ids.map((id) => ({ what: "voucher.revoke", id }) as const);
    const journal = await written([entry, asked.entry, ...revoked]);
    const all = await Promise.all([run(on, journal), run(on, journal)]);
    expect(all.flat().filter(({ outcome }) => outcome === "done")).toHaveLength(2);
    expect(all.flat().map(({ outcome }) => outcome)).not.toContain("question");
    expect(await on.balance(issuer)).toBe(funds);
    expect(await run(on, journal)).toEqual([]);
    for (const one of [token, asked.token])
      expect(await findVoucherByToken(deps.db, hashOfToken(one) ?? new Uint8Array())).toMatchObject({
        state: { kind: "revoked" },
        waitsForRestore: false,
      });
    await release(on);
    await expect(revokeByOperator(deps, ids[1] as VoucherId)).rejects.toMatchObject({ code: "voucher_revoked" });
    expect(await breaches()).toEqual([]);
  });

  it("revokes what it brought back in the same run; dead in between, the next one does", async () => {
    const on = await givenVouchers(database());
    const { entry } = issuedBefore(on.issuer, "voucher");
    const id = entry.issued?.[0]?.id ?? "";
    const funds = await on.balance(on.issuer);
    await open(on);
    const journal = await written([entry, { what: "voucher.revoke", id }]);
    const dying = dyingAt(on.world.drive.db, /vouchers.revoke_again/, 1);
    await expect(run(on, journal, { db: dying })).rejects.toThrow("died");
    expect(funds - (await on.balance(on.issuer))).toBe(sats(1_000n));
    expect(await run(on, journal)).toMatchObject([{ id, outcome: "done" }]);
    expect(await on.balance(on.issuer)).toBe(funds);
    await release(on);
    expect(await on.breaches()).toEqual([]);
  });

  it("asks about one that was revoked while the node is silent or an unexplained payment may be it", async () => {
    const on = await givenVouchers(database());
    const { entry } = issuedBefore(on.issuer, "voucher");
    const id = entry.issued?.[0]?.id ?? "";
    await open(on);
    const journal = await written([entry, { what: "voucher.revoke", id }]);
    expect(await run(on, journal, { node: undefined })).toMatchObject([
      { outcome: "done" },
      { id, outcome: "question", detail: expect.stringContaining("the node is silent") },
    ]);
    await database().admin.query(sql`
      insert into lightning.foreign_payment values (${randomBytes(32)}, ${sats(990n)}, now())`);
    expect(await run(on, journal)).toMatchObject([
      { id, outcome: "question", detail: expect.stringContaining("leyden reconcile") },
    ]);
    expect((await release(on)).waiting).toMatchObject([{ id }]);
  });

  it("asks about one that was revoked when a payment of it had failed, until that has failed here", async () => {
    const on = await givenVouchers(database());
    const { entry } = issuedBefore(on.issuer, "voucher");
    const id = entry.issued?.[0]?.id ?? "";
    await open(on);
    const [amount, feeLimit] = [sats(990n), sats(10n)];
    const origin = { kind: "voucher", id };
    const dispatch = { what: "payment.dispatch", id: random.uuid(), origin, amount, feeLimit } as const;
    const paid: JournalEntry = Object.assign(dispatch, { paymentHash: randomBytes(32) });
    const lines: JournalEntry[] = [entry, paid, { what: "voucher.revoke", id }];
    const journal = await written(lines, undefined, new Date(Date.now() - 10 * MINUTE));
    for (const _ of [1, 2])
      expect((await run(on, journal)).at(-1)).toMatchObject({
        id,
        outcome: "question",
        detail: expect.stringContaining("a payment holds it"),
      });
    const despite = ["silent_node", "lost_history", "unbooked"] as const;
    const byHand = { reason: "a test", as: { kind: "failed" }, despite } as const;
    await database().admin.query(sql`update lightning.node set node_id = ${on.world.node.report.nodeId}`);
    await endByHand(on.world.drive, { id: dispatch.id as PaymentId, ...byHand });
    await on.later(60_000);
    expect(await run(on, journal)).toMatchObject([{ id, outcome: "done" }]);
  });

  it("lends an issuer what its wallet does not cover, and says so; of an unknown wallet it asks", async () => {
    const on = await givenVouchers(database());
    const poor = await on.world.project("poor", sats(10n));
    const lost = issuedBefore(poor, "voucher");
    const stray = issuedBefore({ wallet: { id: random.uuid() } } as never, "voucher");
    await open(on);
    const imported = await run(on, await written([lost.entry, stray.entry]));
    expect(imported).toMatchObject([
      { id: lost.entry.id, outcome: "done", detail: expect.stringContaining("990000 msats were lent") },
      { id: stray.entry.id, outcome: "question" },
    ]);
    expect(await on.balance(poor)).toBe(0n);
    await release(on);
    expect(await on.breaches()).toEqual([]);
  });

  it("opens a withdrawal request again without showing its link, which takes it", async () => {
    const on = await givenVouchers(database());
    const { entry, token } = issuedBefore(on.issuer, "withdrawal");
    const funds = await on.balance(on.issuer);
    await open(on);
    await run(on, await written([entry]));
    expect(await on.balance(on.issuer)).toBe(funds);
    await release(on);
    await on.claim({ token });
    await on.later(MINUTE);
    const request = await findVoucherByToken(on.deps.db, hashOfToken(token) ?? new Uint8Array());
    expect(request).toMatchObject({ origin: { kind: "withdrawal", token: undefined } });
    expect(["claiming", "redeemed"]).toContain(request?.state.kind);
    expect(await on.breaches()).toEqual([]);
  });

  it("answers a key as before", async () => {
    const on = await givenVouchers(database());
    const idempotency = { scope: random.uuid(), input: "ab".repeat(32) };
    const { entry } = issuedBefore(on.issuer, "voucher");
    await open(on);
    await run(on, await written([{ ...entry, idempotency }]));
    const [claim] = await database().admin.query<{ outcome: string[]; resource: string[] }>(sql`
      select outcome, resource
        from idempotency.claim_keys(now(), array[${idempotency.scope}::uuid],
                                    array[${hexToBytes(idempotency.input)}::bytea], array[gen_random_uuid()])`);
    expect(claim).toEqual({ outcome: ["replay"], resource: [entry.id] });
  });

  it("answers the key of a payment to an e-mail address as before, and takes our fee again", async () => {
    const on = await givenVouchers(database());
    const { issuer: caller, deps } = on;
    const lines: JournalEntry[] = [];
    const journal = {
      append: async (line: JournalEntry) => void lines.push(line),
      appendIfPossible: async () => undefined,
    };
    const email = emailAddress("new@example.com");
    const request = {
      caller,
      projectId: projectOf(caller),
      email,
      amount: sats(1_000n),
      comment: "",
      idempotencyKey: "k",
    };
    const { payment } = await payToEmail({ ...deps.email, journal }, request);
    const paid = await on.balance(caller);
    const [line] = lines;
    if (line === undefined) throw new Error("it wrote no line");
    const id = random.uuid(); // the copy lacks it: another id, another project's key
    const lost = { ...line, id, issued: line.issued?.map((one) => ({ ...one, id, tokenHash: randomBytes(32) })) };
    const other = { ...request, idempotencyKey: "other" };
    const idempotency = idempotencyOf(caller.actor, "email/send-payment", "other", {
      email,
      amount: sats(1_000n),
      comment: "",
    });
    await open(on);
    await run(on, await written([{ ...lost, idempotency }]));
    expect(paid - (await on.balance(caller))).toBe(sats(1_000n) + payment.fee);
    const again = await payToEmail({ ...deps.email, journal }, other);
    expect(again).toMatchObject({ replayed: true, payment: { voucher: { id }, fee: payment.fee } });
    expect(paid - (await on.balance(caller))).toBe(sats(1_000n) + payment.fee);
    await release(on);
    expect(await on.breaches()).toEqual([]);
  });

  it("lends also for our fee", async () => {
    const on = await givenVouchers(database());
    const poor = await on.world.project("poor", sats(1_004n));
    const { entry } = issuedBefore(poor, "voucher", { fee: sats(10n) });
    await open(on);
    const [imported] = await run(on, await written([entry]));
    expect(imported?.detail).toContain("6000 msats were lent");
    expect(await on.balance(poor)).toBe(0n);
    await release(on);
    expect(await on.breaches()).toEqual([]);
  });

  it("issues nothing that was refused after its line, or that the copy would have", async () => {
    const on = await givenVouchers(database());
    const refused = issuedBefore(on.issuer, "voucher").entry;
    const old = issuedBefore(on.issuer, "voucher").entry;
    await on.issue(); // a posting of now
    await open(on);
    expect(await run(on, await written([refused, { what: "issue.refuse", id: refused.id }]))).toEqual([]);
    const [newest] = await database().admin.query<{ no: bigint }>(sql`select max(no) as no from ledger.posting`);
    const before = (newest?.no ?? 1n) - 1n;
    expect(await run(on, await written([old], before, new Date(0)))).toEqual([]);
    expect(await run(on, await written([old], before))).toHaveLength(1);
  });

  it("credits what was received for an invoice that the copy lacks, once, also out of suspense", async () => {
    const on = await givenVouchers(database());
    const { issuer: caller } = on;
    const receive = async ({ paymentHash }: { paymentHash: Uint8Array }) =>
      await creditReceipt(
        creditDeps(database()),
        { paymentHash, amount: sats(10n), cost: msats(0n), settledAt: new Date() },
        undefined,
      );
    const [paid, waits, racing] = [promisedBefore(caller), promisedBefore(caller), promisedBefore(caller)];
    const funds = await on.balance(caller);
    await open(on);
    await receive(paid);
    expect(await on.balance(caller)).toBe(funds);
    const journal = await written([paid, waits, racing].map(({ entry }) => entry));

    await Promise.all([run(on, journal), run(on, journal), receive(racing)]);
    await receive(waits);
    expect((await on.balance(caller)) - funds).toBe(3n * sats(10n));
    for (const { id } of [paid, waits, racing])
      expect(await findCharge(database().db, caller.wallet.id, id)).toMatchObject({
        received: sats(10n),
        state: { kind: "completed" },
      });
    expect(await listSuspended(database().db, 100)).toEqual([]);
    await liftAll();
    expect(await on.breaches()).toEqual([]);
  });

  it("leaves an invoice that expired without a payment", async () => {
    const on = await givenVouchers(database());
    const expired = promisedBefore(on.issuer, { expiresAt: new Date(Date.now() - 60 * MINUTE) });
    expect(await run(on, await written([expired.entry]))).toEqual([]);
  });

  it("brings back charges, withdrawal requests and rights that are never given back while no restore is open, and nothing else", async () => {
    const on = await givenVouchers(database());
    const { issuer: caller } = on;
    const asked = issuedBefore(caller, "withdrawal");
    const [revoked, paid, refused] = [1, 2, 3].map(() => issuedBefore(caller, "withdrawal"));
    const voucher = issuedBefore(caller, "voucher");
    const charge = promisedBefore(caller);
    if (revoked === undefined || paid === undefined || refused === undefined) throw new Error("nothing was issued");
    const idOf = ({ entry }: typeof asked) => entry.issued?.[0]?.id ?? "";
    const ended: readonly JournalEntry[] = [
      { what: "voucher.revoke", id: idOf(revoked) },
      { what: "issue.refuse", id: refused.entry.id },
      {
        what: "payment.dispatch",
        id: random.uuid(),
        wallet: caller.wallet.id,
        origin: { kind: "withdrawal", id: idOf(paid) },
        paymentHash: randomBytes(32),
        amount: sats(900n),
        feeLimit: sats(10n),
      },
    ];
    const promised = [asked, revoked, paid, refused, voucher, charge].map(({ entry }) => entry);
    const projectId = caller.wallet.owner.id as ProjectId;
    const making = { ...database(), clock: on.clock, random };
    const made = { projectId, name: "Shop", redirectUris: ["https://shop.example/cb"] };
    const [gone, kept] = [await createApp(making, made), await createApp(making, made)];
    const secret = createHash("sha256").update(kept.clientSecret).digest();
    const rights: readonly JournalEntry[] = [
      { what: "key.revoke", id: await keyOf(caller) },
      { what: "key.end", id: await keyOf(caller), expiresAt: new Date(Date.now() + 60 * MINUTE) },
      { what: "app.revoke", id: gone.app.id },
      { what: "secret.end", id: kept.app.id, hashes: [secret] },
      { what: "limit.set", id: projectId, kind: "daily", amount: sats(1n) },
      { what: "ceiling.set", id: projectId, amount: msats(1n) },
    ];
    const lines = [...promised, ...rights, ...ended];
    const funds = await on.balance(caller);
    const again = async ({ folder, installation }: ReturnType<typeof givenJournal>) =>
      (await importPromised(on.world.drive, { folders: [folder], installation })).imported;
    expect(await again(await written(lines)), "it may be in work").toEqual([]);
    const journal = await written(lines, undefined, new Date(Date.now() - MINUTE));
    const all = [...(await again(journal)), ...(await again(journal))];
    const said = all.map(({ what, outcome }) => `${what} ${outcome}`).sort();
    expect([...new Set(said)]).toEqual([
      "app.revoke done",
      "charge.issue done",
      "key.end done",
      "key.revoke done",
      "secret.end question", // it had no other one
      "withdrawal.issue done",
    ]);
    expect(await findCharge(database().db, caller.wallet.id, charge.id)).toMatchObject({ state: { kind: "pending" } });
    const request = await findVoucherByToken(on.deps.db, hashOfToken(asked.token) ?? new Uint8Array());
    expect(request).toMatchObject({ state: { kind: "open" }, waitsForRestore: false });
    expect(await on.balance(caller)).toBe(funds);
    await on.claim({ token: asked.token });
    await on.later(MINUTE);
    expect(await on.breaches()).toEqual([]);
  });
});
