import { createHash, randomBytes } from "node:crypto";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { encodeInvoice } from "#protocol/bolt11-encode.ts";
import { msatOf } from "./fake-paying.harness.ts";
import { FakeError, type FakeInvoice, type FakeState } from "./fake-state.harness.ts";

type Params = Readonly<Record<string, unknown>>;

/** What the commands about invoices do (lightningd/invoice.c at v26.06.6). */
export function createFakeReceiving({
  state,
  key,
}: {
  readonly state: () => FakeState;
  readonly key: () => Uint8Array;
}) {
  const waiting: (() => void)[] = [];

  const statusOf = ({ paid, expiresAt }: FakeInvoice) => {
    if (paid !== undefined) return "paid";
    return Date.now() / 1_000 >= expiresAt ? "expired" : "unpaid";
  };
  const shown = (invoice: FakeInvoice) => ({
    label: invoice.label,
    bolt11: invoice.bolt11,
    payment_hash: invoice.paymentHash,
    amount_msat: invoice.amount,
    status: statusOf(invoice),
    description: invoice.description,
    expires_at: invoice.expiresAt,
    created_index: 1,
    ...(invoice.paid !== undefined && {
      pay_index: invoice.paid.index,
      amount_received_msat: invoice.paid.received,
      paid_at: invoice.paid.at,
      payment_preimage: invoice.preimage,
    }),
  });

  function receive(invoice: FakeInvoice, received: bigint): void {
    invoice.paid = { index: ++state().paidInvoices, received, at: Math.floor(Date.now() / 1_000) };
    state().toUs += received > 0n ? received : 0n;
    for (const wake of waiting.splice(0)) wake();
  }

  return {
    statusOf,
    receive,
    find: (bolt11: string) => [...state().invoices.values()].find((invoice) => invoice.bolt11 === bolt11),
    invoice(params: Params) {
      const { label, description, expiry = 604_800, deschashonly = false } = params;
      if (state().invoices.has(String(label))) throw new FakeError(900, `Duplicate label '${label}'`);
      if (deschashonly !== true && Buffer.byteLength(String(description)) > 639)
        throw new FakeError(-32_602, "Description greater than 639 bytes invalid");
      const preimage = randomBytes(32);
      const paymentHash = createHash("sha256").update(preimage).digest();
      const amount = msatOf(params["amount_msat"]);
      const now = Math.floor(Date.now() / 1_000);
      const text = String(description);
      const sha256 = Uint8Array.from(createHash("sha256").update(text).digest());
      const bolt11 = encodeInvoice(
        {
          network: "regtest",
          paymentHash,
          paymentSecret: randomBytes(32),
          timestamp: new Date(now * 1_000),
          description: deschashonly === true ? { kind: "hash", sha256 } : { kind: "text", text },
          expirySeconds: Number(expiry),
          amount: msats(amount),
        },
        key(),
      );
      const invoice: FakeInvoice = {
        label: String(label),
        bolt11,
        paymentHash: paymentHash.toString("hex"),
        preimage: preimage.toString("hex"),
        amount,
        expiresAt: now + Number(expiry),
        description: text,
        paid: undefined,
      };
      state().invoices.set(invoice.label, invoice);
      const { expiresAt } = invoice;
      const created_index = ++state().invoicesMade;
      return { payment_hash: invoice.paymentHash, expires_at: expiresAt, bolt11, payment_secret: "00", created_index };
    },
    listinvoices({ payment_hash: hash, label, start = 1, limit = Number.MAX_SAFE_INTEGER }: Params) {
      const all = [...state().invoices.values()].map((invoice, i) => ({ ...shown(invoice), created_index: i + 1 }));
      const invoices = all.filter(
        (invoice) =>
          (hash === undefined || invoice.payment_hash === hash) &&
          (label === undefined || invoice.label === label) &&
          invoice.created_index >= Number(start),
      );
      return { invoices: invoices.slice(0, Number(limit)) };
    },
    delinvoice({ label, status }: Params) {
      const invoice = state().invoices.get(String(label));
      if (invoice === undefined) throw new FakeError(905, "Unknown invoice");
      const current = statusOf(invoice);
      if (current !== status)
        throw new FakeError(906, `Invoice status is ${current} not ${status}`, {
          current_status: current,
          expected_status: status,
        });
      state().invoices.delete(invoice.label);
      return shown(invoice);
    },
    async waitanyinvoice({ lastpay_index: after = 0, timeout }: Params) {
      const next = () =>
        [...state().invoices.values()]
          .filter(({ paid }) => paid !== undefined && paid.index > Number(after))
          .sort((one, other) => (one.paid?.index ?? 0) - (other.paid?.index ?? 0))[0];
      const done = new AbortController();
      let isOver = timeout === 0;
      const late = machineClock.sleep(Number(timeout ?? 1_000_000) * 1_000, done.signal).then(() => {
        isOver = true;
      });
      while (next() === undefined && !isOver)
        await Promise.race([late, new Promise<void>((wake) => waiting.push(wake))]);
      done.abort();
      const invoice = next();
      if (invoice === undefined) throw new FakeError(904, "Timed out while waiting for invoice to be paid");
      return shown(invoice);
    },
  };
}
