import type { Contender, Row } from "../contender.ts";
import type { HttpPayments } from "../contenders/http-payments.ts";

type Yardsticks = {
  readonly tpcb: Contender | undefined;
  readonly ledger: (payers: "uniform" | "hot") => Contender;
};

/**
 * Payments between wallets over HTTP: against TPC-B, the ledger's function, the route alone, a transaction for each
 * request; with keys that have a policy, beside a flood of logins, and beside what counts totals. Floors:
 * docs/decisions/0078-floors-of-any-machine.md, and of the totals 0067-what-a-request-leaves-behind.md.
 */
export function httpPaymentRows(paid: HttpPayments, { tpcb, ledger }: Yardsticks): Row[] {
  const uniform = paid("batched", "uniform");
  const hot = paid("batched", "hot");
  return [
    { title: "payments over HTTP / TPC-B, uniform", of: uniform, to: tpcb, wanted: { goal: 3 } },
    { title: "payments over HTTP / TPC-B, one hot wallet", of: hot, to: tpcb, wanted: { goal: 3.5 } },
    {
      title: "payments over HTTP / ledger function, uniform",
      of: uniform,
      to: ledger("uniform"),
      wanted: { atLeast: 0.17 },
    },
    {
      title: "payments over HTTP / ledger function, one hot wallet",
      of: hot,
      to: ledger("hot"),
      wanted: { atLeast: 0.14 },
    },
    {
      title: "payments over HTTP / the same without a database, uniform",
      of: uniform,
      to: paid("nowhere", "uniform"),
    },
    {
      title: "payments over HTTP / a transaction each, uniform",
      of: uniform,
      to: paid("naive", "uniform"),
      wanted: { goal: 9 },
    },
    {
      title: "payments over HTTP / a transaction each, one hot wallet",
      of: hot,
      to: paid("naive", "hot"),
      wanted: { goal: 20 },
    },
    {
      title: "keys with a full policy / keys without, uniform",
      of: paid("batched", "uniform", { keys: "restricted" }),
      to: uniform,
      wanted: { goal: 0.95 },
    },
    {
      title: "a key with a full policy / one without, one hot wallet",
      of: paid("batched", "hot", { keys: "restricted" }),
      to: hot,
      wanted: { goal: 0.95 },
    },
    {
      title: "payments over HTTP while passwords are checked / alone, uniform",
      of: paid("batched", "uniform", { beside: "passwords" }),
      to: uniform,
      wanted: { goal: 0.9 },
    },
    {
      title: "payments over HTTP while totals are counted / without, uniform",
      of: paid("batched", "uniform", { beside: "totals" }),
      to: uniform,
      wanted: { atLeast: 0.97, goal: 1 },
    },
  ];
}
