import { randomBytes } from "node:crypto";

/** What a fake node has in its database. Amounts are in msats, times in seconds, bytes in hex. */
export type FakeState = {
  /** By label. */
  readonly invoices: Map<string, FakeInvoice>;
  readonly parts: FakePart[];
  readonly closedChannels: { readonly last_stable_connection?: number; readonly [field: string]: unknown }[];
  invoicesMade: number;
  paidInvoices: number;
  partsMade: number;
  partsChanged: number;
  /** Owed to it in its one channel, with what is in HTLCs that it offered. */
  toUs: bigint;
  height: number;
};

export type FakeInvoice = {
  readonly label: string;
  readonly bolt11: string;
  readonly paymentHash: string;
  readonly preimage: string;
  readonly amount: bigint;
  readonly expiresAt: number;
  readonly description: string;
  paid: { readonly index: number; readonly received: bigint; readonly at: number } | undefined;
};

export type FakePart = {
  readonly index: number;
  changed: number | undefined;
  readonly paymentHash: string;
  readonly group: bigint;
  readonly number: number;
  status: "pending" | "complete" | "failed";
  readonly delivered: bigint;
  readonly sent: bigint;
  readonly bolt11: string;
  readonly createdAt: number;
  preimage: string | undefined;
  /** Block of its time lock. */
  readonly expiry: number;
  /** A channel has its HTLC. */
  inChannel: boolean;
};

export const CAPACITY = 50_000_000_000n;
export const ROUTE_BLOCKS = 184;

export function emptyState(): FakeState {
  return {
    invoices: new Map(),
    parts: [],
    closedChannels: [],
    invoicesMade: 0,
    paidInvoices: 0,
    partsMade: 0,
    partsChanged: 0,
    toUs: 40_000_000_000n,
    height: 900,
  };
}

/** 63 bits, and always more than a number can hold (plugins/xpay/xpay.c: `pseudorand(INT64_MAX)`). */
export function newGroup(): bigint {
  return (1n << 62n) + (randomBytes(8).readBigUInt64BE() >> 2n);
}

/** As the router of the recorded answers charges: 1,000 msats and a ten-thousandth. */
export function feeOf(amount: bigint): bigint {
  return 1_000n + amount / 10_000n;
}

/** Numbers of 64 bits are written as such. */
export function writeJson(value: unknown): string {
  const marked = JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `#bigint ${one}#` : one));
  return marked.replace(/"#bigint (-?[0-9]+)#"/g, "$1");
}

/** An error of a command (common/jsonrpc_errors.h of Core Lightning). */
export class FakeError extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
