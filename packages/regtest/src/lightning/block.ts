import { sha256 } from "@noble/hashes/sha2.js";
import { hex, reversed } from "./bytes.ts";

/** A block and what Lightning has to know of its transactions. Hashes as Bitcoin shows them. */
export type Block = {
  readonly raw: Uint8Array;
  readonly header: Uint8Array;
  readonly hash: string;
  readonly previous: string;
  readonly transactions: readonly Transaction[];
};

export type Transaction = {
  readonly raw: Uint8Array;
  readonly txid: string;
  readonly inputs: readonly Outpoint[];
  readonly outputs: readonly Output[];
};

export type Outpoint = { readonly txid: string; readonly vout: number };
export type Output = { readonly sats: bigint; readonly script: Uint8Array };

/** What a coinbase's only input refers to. */
export const NO_TXID = "0".repeat(64);

const HEADER_BYTES = 80;

/** Reads a block in Bitcoin's wire format. */
export function parseBlock(raw: Uint8Array): Block {
  const reader = readerOf(raw);
  const header = reader.take(HEADER_BYTES);
  const transactions = reader.list(() => readTransaction(reader));
  return { raw, header, hash: headerHash(header), previous: previousHash(header), transactions };
}

/** Reads one transaction, with or without witness (BIP 144). */
export function parseTransaction(raw: Uint8Array): Transaction {
  return readTransaction(readerOf(raw));
}

export function headerHash(header: Uint8Array): string {
  return hex(reversed(twiceSha256(header)));
}

export function previousHash(header: Uint8Array): string {
  return hex(reversed(header.subarray(4, 36)));
}

function readTransaction(reader: Reader): Transaction {
  const start = reader.at();
  reader.take(4);
  const hasWitness = reader.skipIf([0, 1]);
  const bodyStart = reader.at();
  const inputs = reader.list(() => {
    const outpoint = { txid: hex(reversed(reader.take(32))), vout: reader.uint32() };
    reader.take(reader.compactSize());
    reader.take(4);
    return outpoint;
  });
  const outputs = reader.list(() => ({ sats: reader.uint64(), script: reader.take(reader.compactSize()) }));
  const body = reader.since(bodyStart);
  if (hasWitness) for (const _ of inputs) reader.list(() => reader.take(reader.compactSize()));
  const lockTime = reader.take(4);
  const raw = reader.since(start);
  const txid = hex(reversed(twiceSha256(Buffer.concat([raw.subarray(0, 4), body, lockTime]))));
  return { raw, txid, inputs, outputs };
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(raw: Uint8Array) {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error("the bytes end early");
    at += length;
    return Uint8Array.from(bytes.subarray(at - length, at));
  };
  const skip = (length: number): number => {
    at += length;
    return at - length;
  };
  const compactSize = (): number => {
    const first = bytes.readUInt8(skip(1));
    if (first < 0xfd) return first;
    if (first === 0xfd) return bytes.readUInt16LE(skip(2));
    if (first === 0xfe) return bytes.readUInt32LE(skip(4));
    return Number(bytes.readBigUInt64LE(skip(8)));
  };
  return {
    at: () => at,
    take,
    compactSize,
    uint32: () => bytes.readUInt32LE(skip(4)),
    uint64: () => bytes.readBigUInt64LE(skip(8)),
    since: (start: number) => Uint8Array.from(bytes.subarray(start, at)),
    /** Steps over the given bytes when they come next. */
    skipIf(expected: readonly number[]): boolean {
      const isNext = expected.every((byte, i) => bytes[at + i] === byte);
      if (isNext) at += expected.length;
      return isNext;
    },
    list: <Item>(item: () => Item): Item[] => Array.from({ length: compactSize() }, item),
  };
}

function twiceSha256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}
