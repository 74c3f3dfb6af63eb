import type { Contender, Row } from "../contender.ts";
import type { HttpPayments } from "../contenders/http-payments.ts";

/** Payments between wallets over HTTP: against TPC-B, the route alone, a transaction for each request, keys without a policy. */
export function httpPaymentRows(paid: HttpPayments, tpcb: Contender | undefined): Row[] {
  const uniform = paid("batched", "uniform");
  const hot = paid("batched", "hot");
  return [
    ...(tpcb === undefined ? [] : againstTpcb({ uniform, hot }, tpcb)),
    {
      title: "payments over HTTP / the route without database, uniform",
      of: uniform,
      to: paid("nowhere", "uniform"),
      goal: 0.85,
    },
    {
      title: "payments over HTTP / a transaction each, uniform",
      of: uniform,
      to: paid("naive", "uniform"),
      goal: 9,
    },
    {
      title: "payments over HTTP / a transaction each, one hot wallet",
      of: hot,
      to: paid("naive", "hot"),
      goal: 20,
    },
    {
      title: "keys with a full policy / keys without, uniform",
      of: paid("batched", "uniform", { keys: "restricted" }),
      to: uniform,
      goal: 0.95,
    },
    {
      title: "a key with a full policy / one without, one hot wallet",
      of: paid("batched", "hot", { keys: "restricted" }),
      to: hot,
      goal: 0.95,
    },
  ];
}

function againstTpcb({ uniform, hot }: { uniform: Contender; hot: Contender }, tpcb: Contender): Row[] {
  return [
    { title: "payments over HTTP / TPC-B, uniform", of: uniform, to: tpcb, floor: 3, goal: 4 },
    { title: "payments over HTTP / TPC-B, one hot wallet", of: hot, to: tpcb, floor: 3, goal: 4 },
  ];
}
