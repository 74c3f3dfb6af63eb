import { type Fields, type Kind, RpcError } from "./fields.harness.ts";
import { invoiceJson, type LndInvoice } from "./invoices.harness.ts";
import type { LndParts } from "./parts.harness.ts";
import { readHash } from "./payment-rpcs.harness.ts";
import { plain, type Rpc, stream } from "./rest.harness.ts";

const INVOICE_FIELDS: Readonly<Record<string, Kind>> = {
  memo: "string",
  r_preimage: "bytes",
  r_hash: "bytes",
  value: "int",
  value_msat: "int",
  description_hash: "bytes",
  expiry: "int",
  fallback_addr: "string",
  cltv_expiry: "int",
  private: "bool",
  is_amp: "bool",
  is_blinded: "bool",
};

/** Calls about payments that the node receives. */
export function invoiceRpcs({ invoices, open }: LndParts): readonly Rpc[] {
  return [
    plain(
      { uri: "/lnrpc.Lightning/AddInvoice", at: "POST /v1/invoices", needs: "invoices:write" },
      INVOICE_FIELDS,
      (request) => invoices.add(request),
    ),
    plain(
      { uri: "/lnrpc.Lightning/LookupInvoice", at: "GET /v1/invoice/{r_hash_str}", needs: "invoices:read" },
      { r_hash_str: "string", r_hash: "bytes" },
      (request) => {
        const hash = readHex(request["r_hash_str"] as string);
        const invoice = invoices.find(hash);
        if (invoice === undefined) throw new RpcError(5, "unable to locate invoice");
        return invoiceJson(invoice);
      },
    ),
    plain(
      { uri: "/lnrpc.Lightning/ListInvoices", at: "GET /v1/invoices", needs: "invoices:read" },
      {
        pending_only: "bool",
        index_offset: "int",
        num_max_invoices: "int",
        reversed: "bool",
        creation_date_start: "int",
        creation_date_end: "int",
      },
      (request) => {
        invoices.find("");
        return listOf(invoices.all, request);
      },
    ),
    plain(
      { uri: "/invoicesrpc.Invoices/CancelInvoice", at: "POST /v2/invoices/cancel", needs: "invoices:write" },
      { payment_hash: "bytes" },
      (request) => {
        invoices.cancel(readHash(request["payment_hash"]));
        return {};
      },
    ),
    stream(
      { uri: "/lnrpc.Lightning/SubscribeInvoices", at: "GET /v1/invoices/subscribe", needs: "invoices:read" },
      { add_index: "int", settle_index: "int" },
      (request, reply) => {
        const from = {
          addIndex: (request["add_index"] as bigint | undefined) ?? 0n,
          settleIndex: (request["settle_index"] as bigint | undefined) ?? 0n,
        };
        const end = invoices.subscribe(from, (invoice) => reply.send(invoiceJson(invoice)));
        reply.left.addEventListener("abort", end);
        open(reply, "other");
      },
    ),
  ];
}

function readHex(text: string): string {
  if (text.length % 2 === 1) throw new RpcError(2, "encoding/hex: odd length hex string");
  if (!/^[0-9a-f]*$/i.test(text)) throw new RpcError(2, "encoding/hex: invalid byte");
  return readHash(Buffer.from(text, "hex"));
}

function listOf(all: readonly LndInvoice[], request: Fields): object {
  const offset = (request["index_offset"] as bigint | undefined) ?? 0n;
  const most = Number(request["num_max_invoices"] || 100n);
  const isReversed = request["reversed"] === true;
  const shown = all.filter(({ state }) => request["pending_only"] !== true || state === "OPEN" || state === "ACCEPTED");
  const behind = shown.filter(({ addIndex }) => (isReversed ? offset === 0n || addIndex < offset : addIndex > offset));
  const page = isReversed ? behind.slice(-most) : behind.slice(0, most);
  return {
    invoices: page.map(invoiceJson),
    first_index_offset: page[0]?.addIndex ?? 0n,
    last_index_offset: page.at(-1)?.addIndex ?? 0n,
  };
}
