import type { Reply } from "./faults.harness.ts";
import { type Fields, type Kind, RpcError } from "./fields.harness.ts";
import { readOrder, SEND_FIELDS } from "./orders.harness.ts";
import type { LndParts } from "./parts.harness.ts";
import { type LndPayment, paymentJson } from "./payment-json.harness.ts";
import { plain, type Rpc, stream } from "./rest.harness.ts";

const LIST_FIELDS: Readonly<Record<string, Kind>> = {
  include_incomplete: "bool",
  index_offset: "int",
  max_payments: "int",
  reversed: "bool",
  count_total_payments: "bool",
  creation_date_start: "int",
  creation_date_end: "int",
  omit_hops: "bool",
};

/** Calls about payments that the node makes. */
export function paymentRpcs(parts: LndParts): readonly Rpc[] {
  const { payments } = parts;
  return [
    stream(
      { uri: "/routerrpc.Router/SendPaymentV2", at: "POST /v2/router/send", needs: "offchain:write" },
      SEND_FIELDS,
      (request, reply) => {
        const order = readOrder(parts, request);
        const end = follow(parts, order.hash, request["no_inflight_updates"] === true, reply);
        if (request["cancelable"] === true) reply.left.addEventListener("abort", () => payments.cancel(order.hash));
        try {
          payments.begin(order);
        } catch (error) {
          end();
          throw error;
        }
      },
    ),
    stream(
      {
        uri: "/routerrpc.Router/TrackPaymentV2",
        at: "GET /v2/router/track/{payment_hash}",
        needs: "offchain:read",
      },
      { payment_hash: "bytes", no_inflight_updates: "bool" },
      (request, reply) => {
        const hash = readHash(request["payment_hash"]);
        const payment = payments.find(hash);
        if (payment === undefined) throw new RpcError(5, "payment isn't initiated");
        const isQuiet = request["no_inflight_updates"] === true;
        if (payment.status !== "IN_FLIGHT" || !isQuiet) reply.send(paymentJson(payment));
        if (payment.status === "IN_FLIGHT") follow(parts, hash, isQuiet, reply);
        else reply.end();
      },
    ),
    stream(
      { uri: "/routerrpc.Router/TrackPayments", at: "GET /v2/router/payments", needs: "offchain:read" },
      { no_inflight_updates: "bool" },
      (request, reply) => {
        const isQuiet = request["no_inflight_updates"] === true;
        const end = payments.follow(undefined, (payment) => {
          if (!isQuiet || payment.status !== "IN_FLIGHT") reply.send(paymentJson(payment));
        });
        reply.left.addEventListener("abort", end);
        parts.open(reply, "other");
      },
    ),
    plain(
      { uri: "/lnrpc.Lightning/ListPayments", at: "GET /v1/payments", needs: "offchain:read" },
      LIST_FIELDS,
      (request) => listOf(payments.all, request),
    ),
    plain(
      { uri: "/lnrpc.Lightning/DeletePayment", at: "DELETE /v1/payment", needs: "offchain:write" },
      { payment_hash: "bytes", failed_htlcs_only: "bool" },
      (request) => {
        const payment = payments.find(readHash(request["payment_hash"]));
        if (payment === undefined) throw new RpcError(2, "non bucket element in payments bucket");
        if (payment.status === "IN_FLIGHT")
          throw new RpcError(2, "payment has inflight HTLCs and therefore cannot be deleted");
        payments.all.splice(payments.all.indexOf(payment), 1);
        return { status: "payment deleted" };
      },
    ),
    plain(
      { uri: "/lnrpc.Lightning/DeleteAllPayments", at: "DELETE /v1/payments", needs: "offchain:write" },
      { failed_payments_only: "bool", failed_htlcs_only: "bool", all_payments: "bool" },
      (request) => {
        const isFailedOnly = request["failed_payments_only"] === true;
        const kept = payments.all.filter(
          ({ status }) => status === "IN_FLIGHT" || (isFailedOnly && status === "SUCCEEDED"),
        );
        payments.all.splice(0, Number.POSITIVE_INFINITY, ...kept);
        return { status: "payments deleted" };
      },
    ),
    plain(
      {
        uri: "/routerrpc.Router/EstimateRouteFee",
        at: "POST /v2/router/route/estimatefee",
        needs: "offchain:read",
      },
      { dest: "bytes", amt_sat: "int", payment_request: "string", timeout: "int" },
      (request) => {
        const payee = ((request["dest"] as Buffer | undefined) ?? Buffer.alloc(0)).toString("hex");
        const amount = ((request["amt_sat"] as bigint | undefined) ?? 0n) * 1_000n;
        const way = payments.routeTo(payee, amount);
        const most = parts.channels.active().map((channel) => parts.channels.sendable(channel));
        if (!most.some((sendable) => sendable >= amount)) throw new RpcError(2, "insufficient local balance");
        if (way === undefined) throw new RpcError(2, "unable to find a path to destination");
        return {
          routing_fee_msat: way.fee,
          time_lock_delay: BigInt(way.timeLock),
          failure_reason: "FAILURE_REASON_NONE",
        };
      },
    ),
  ];
}

/** Changes of one payment, until it is final. Returns what leaves it. */
function follow({ payments, open }: LndParts, hash: string, isQuiet: boolean, reply: Reply): () => void {
  const close = open(reply, "payment");
  const end = payments.follow(hash, (payment: LndPayment) => {
    const isFinal = payment.status !== "IN_FLIGHT";
    if (isFinal || !isQuiet) reply.send(paymentJson(payment));
    if (!isFinal) return;
    leave();
    reply.end();
  });
  const leave = () => {
    end();
    close();
  };
  reply.left.addEventListener("abort", leave);
  return leave;
}

export function readHash(value: unknown): string {
  const bytes = (value as Buffer | undefined) ?? Buffer.alloc(0);
  if (bytes.length !== 32) throw new RpcError(2, `invalid hash length of ${bytes.length}, want 32`);
  return bytes.toString("hex");
}

function listOf(all: readonly LndPayment[], request: Fields): object {
  const offset = (request["index_offset"] as bigint | undefined) ?? 0n;
  const most = Number(request["max_payments"] || Number.MAX_SAFE_INTEGER);
  const isReversed = request["reversed"] === true;
  const shown = all
    .filter(({ status }) => request["include_incomplete"] === true || status === "SUCCEEDED")
    .sort((a, b) => Number(a.index - b.index));
  const behind = shown.filter(({ index }) => (isReversed ? offset === 0n || index < offset : index > offset));
  const page = isReversed ? behind.slice(-most) : behind.slice(0, most);
  return {
    payments: page.map((payment) => paymentJson(payment, { omitHops: request["omit_hops"] === true })),
    first_index_offset: page[0]?.index ?? 0n,
    last_index_offset: page.at(-1)?.index ?? 0n,
    total_num_payments: request["count_total_payments"] === true ? BigInt(all.length) : 0n,
  };
}
