import { machineClock } from "#platform/machine/clock.ts";
import type { Invoice } from "#protocol/bolt11.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import {
  CAPACITY,
  FakeError,
  type FakePart,
  type FakeState,
  feeOf,
  newGroup,
  ROUTE_BLOCKS,
} from "./fake-state.harness.ts";

/** Somebody who wants to be paid. */
export type FakeRecipient = { readonly preimage: string; readonly hold: boolean };

/** How the next commands to pay go, where a test says so. */
export type FakePlan = {
  /** HTLCs that it is sent as. */
  readonly parts?: number;
  /** So many tries fail on the way before the one that arrives; between two the command looks for a route. */
  readonly failures?: number;
  /** How long that takes. */
  readonly routeMs?: number;
  /** After these it gives up, without a further part. */
  readonly givesUp?: boolean;
  /** The command answers with this as soon as its parts have begun. */
  readonly error?: { readonly code: number; readonly message: string };
  /** So it is without a part. */
  readonly sendsNothing?: boolean;
  /** The command answers as if all had gone well as soon as one part has settled (without `xpay-slow-mode`). */
  readonly answersEarly?: boolean;
};

export type FakePaying = ReturnType<typeof createFakePaying>;

/** What `xpay` and the lists of payments do (plugins/xpay, lightningd/pay.c at v26.06.6). */
export function createFakePaying(state: () => FakeState) {
  const recipients = new Map<string, FakeRecipient>();
  /** Commands under way, which end with the process of the node. */
  let running = new Set<bigint>();
  const waiting: (() => void)[] = [];
  const changed = () => {
    for (const wake of waiting.splice(0)) wake();
  };

  const partsOf = (paymentHash: string) => state().parts.filter((part) => part.paymentHash === paymentHash);

  function resolve(part: FakePart, status: "complete" | "failed"): void {
    if (part.status === "complete") return;
    part.status = status;
    part.changed = ++state().partsChanged;
    part.inChannel = false;
    part.preimage = status === "complete" ? recipients.get(part.paymentHash)?.preimage : undefined;
    if (status === "complete") state().toUs -= part.sent;
    changed();
  }

  function begin(invoice: Invoice, group: bigint, delivered: bigint, fee: bigint): FakePart {
    const number = partsOf(hexOf(invoice)).filter((part) => part.group === group).length + 1;
    const now = Math.floor(Date.now() / 1_000);
    const part: FakePart = {
      index: ++state().partsMade,
      changed: undefined,
      paymentHash: hexOf(invoice),
      group,
      number,
      status: "pending",
      delivered,
      sent: delivered + fee,
      bolt11: invoice.text,
      createdAt: now,
      preimage: undefined,
      expiry: state().height + ROUTE_BLOCKS,
      inChannel: true,
    };
    state().parts.push(part);
    changed();
    return part;
  }

  /** What stands in the way of a part of this group (`check_progress`). */
  function refuse(paymentHash: string, group: bigint): void {
    const others = partsOf(paymentHash).filter((part) => part.group !== group);
    const pending = others.find(({ status }) => status === "pending");
    const inside = (message: string) =>
      `Unexpected injectpaymentonion error 200: ${JSON.stringify({ code: 200, message })}`;
    if (pending !== undefined)
      throw new FakeError(
        -3,
        inside(`Payment with groupid=${pending.group} still in progress, cannot retry before that completes.`),
      );
    if (others.some(({ status }) => status === "complete"))
      throw new FakeError(219, "Already paid this invoice successfully");
  }

  /** The route, or why there is none (askrene). */
  function routeFor(amount: bigint, { maxfee, maxdelay }: { maxfee: bigint; maxdelay: number }): bigint {
    const fee = feeOf(amount);
    const failed = (why: string) => new FakeError(205, `Failed: We could not find a usable set of paths. ${why}`);
    if (amount > CAPACITY) throw failed(`Total source capacity is only ${CAPACITY}msat (in 1 channels).`);
    if (amount + fee > state().toUs - offered(state()))
      throw failed(`122x1x0/1  (created by layer auto.localchans) isn't big enough to carry ${amount + fee}msat.`);
    if (fee > maxfee) throw new FakeError(206, "Failed: Could not find route without excessive cost");
    if (ROUTE_BLOCKS > maxdelay) throw new FakeError(206, "Failed: Could not find route without excessive delays");
    return fee;
  }

  async function xpay(params: Readonly<Record<string, unknown>>, plan: FakePlan) {
    const invoice = readInvoice(params["invstring"]);
    const amount = amountOf(invoice, params["amount_msat"]);
    if (Date.now() >= invoice.expiresAt.getTime()) throw new FakeError(207, "Invoice expired 1 seconds ago");
    if (plan.sendsNothing === true && plan.error !== undefined)
      throw new FakeError(plan.error.code, plan.error.message);
    const limits = { maxfee: msatOf(params["maxfee"] ?? "5000msat"), maxdelay: Number(params["maxdelay"] ?? 2_016) };
    const fee = routeFor(amount, limits);
    const group = newGroup();
    refuse(hexOf(invoice), group);
    running.add(group);
    const process = running;
    try {
      return await tries({ invoice, amount, fee, group }, plan);
    } finally {
      await machineClock.sleep(20); // it ends after it has answered
      process.delete(group);
    }
  }

  type Try = { readonly invoice: Invoice; readonly amount: bigint; readonly fee: bigint; readonly group: bigint };

  async function tries({ invoice, amount, fee, group }: Try, plan: FakePlan) {
    const { failures = 0, routeMs = 100, parts: count = 1 } = plan;
    for (let failure = 0; failure < failures; failure++) {
      resolve(begin(invoice, group, amount, fee), "failed");
      await machineClock.sleep(routeMs);
      if (!running.has(group)) throw new FakeError(-5, "lightningd is shutting down");
    }
    if (plan.givesUp === true) throw new FakeError(209, "Failed after 1 attempts. Then routing failed");
    const share = amount / BigInt(count);
    const parts = Array.from({ length: count }, (_, i) =>
      begin(invoice, group, i === 0 ? amount - share * BigInt(count - 1) : share, i === 0 ? fee : 0n),
    );
    if (plan.error !== undefined) throw new FakeError(plan.error.code, plan.error.message);
    const recipient = recipients.get(hexOf(invoice));
    for (const part of parts)
      if (recipient?.hold !== true) resolve(part, recipient === undefined ? "failed" : "complete");
    const isOver = () =>
      plan.answersEarly === true
        ? parts.some(({ status }) => status !== "pending")
        : parts.every(({ status }) => status !== "pending");
    while (!isOver()) await new Promise<void>((wake) => waiting.push(wake));
    const paid = parts.find(({ status }) => status === "complete");
    if (paid === undefined)
      throw new FakeError(203, "Destination said it doesn't know invoice: incorrect_or_unknown_payment_details");
    return {
      payment_preimage: paid.preimage,
      amount_msat: amount,
      amount_sent_msat: amount + fee,
      failed_parts: failures,
      successful_parts: count,
    };
  }

  return {
    recipients,
    partsOf,
    resolve,
    xpay,
    begin,
    /** The process of the node ends: its commands are forgotten, its HTLCs are not. */
    endCommands() {
      running = new Set();
    },
    listsendpays(params: Readonly<Record<string, unknown>>) {
      const { payment_hash: hash, index, start = 0, limit = Number.POSITIVE_INFINITY } = params;
      const at = (part: FakePart) => (index === "updated" ? (part.changed ?? 0) : part.index);
      const parts = state()
        .parts.filter((part) => hash === undefined || part.paymentHash === hash)
        .filter((part) => at(part) >= Math.max(1, Number(start)) || index === undefined)
        .sort((one, other) => at(one) - at(other))
        .slice(0, Number(limit));
      return { payments: parts.map(listed) };
    },
    listpays({ payment_hash: hash }: Readonly<Record<string, unknown>>) {
      const groups = new Map<bigint, FakePart[]>();
      for (const part of partsOf(String(hash))) groups.set(part.group, [...(groups.get(part.group) ?? []), part]);
      return { pays: [...groups].map(([group, parts]) => merged(parts, running.has(group))) };
    },
  };
}

function merged(parts: readonly FakePart[], isRunning: boolean) {
  const has = (status: FakePart["status"]) => parts.some((part) => part.status === status);
  const status = has("complete") ? "complete" : has("pending") || isRunning ? "pending" : "failed";
  const counted = parts.filter((part) => part.status !== "failed");
  return {
    payment_hash: parts[0]?.paymentHash,
    status,
    created_at: parts[0]?.createdAt,
    created_index: Math.min(...parts.map(({ index }) => index)),
    amount_sent_msat: counted.reduce((sum, { sent }) => sum + sent, 0n),
  };
}

function listed(part: FakePart) {
  return {
    created_index: part.index,
    id: part.index,
    ...(part.changed !== undefined && { updated_index: part.changed, completed_at: part.createdAt }),
    payment_hash: part.paymentHash,
    groupid: part.group,
    partid: part.number,
    status: part.status,
    amount_msat: part.delivered,
    amount_sent_msat: part.sent,
    created_at: part.createdAt,
    ...(part.number === 1 && { bolt11: part.bolt11 }),
    ...(part.status === "complete" && { payment_preimage: part.preimage }),
  };
}

export function offered({ parts }: FakeState): bigint {
  return parts.reduce((sum, part) => (part.inChannel ? sum + part.sent : sum), 0n);
}

export function spendableIn(state: FakeState): bigint {
  const free = state.toUs - offered(state) - CAPACITY / 100n;
  return free > 0n ? free : 0n;
}

function readInvoice(text: unknown): Invoice {
  try {
    return decodeInvoice(String(text));
  } catch {
    throw new FakeError(-32_602, "Invalid bolt11 invoice: Bad bech32 string");
  }
}

function amountOf({ amount }: Invoice, asked: unknown): bigint {
  if (amount !== undefined && asked !== undefined) throw new FakeError(-32_602, "amount_msat unnecessary");
  if (amount === undefined && asked === undefined) throw new FakeError(-32_602, "amount_msat required");
  return amount ?? msatOf(asked);
}

/** "1000msat", or a number. */
export function msatOf(value: unknown): bigint {
  const [, digits] = /^([0-9]+)(?:msat)?$/.exec(String(value)) ?? [];
  if (digits === undefined) throw new FakeError(-32_602, "should be a millisatoshi amount");
  return BigInt(digits);
}

function hexOf({ paymentHash }: Pick<Invoice, "paymentHash">): string {
  return Buffer.from(paymentHash).toString("hex");
}
