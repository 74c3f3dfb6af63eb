import { connect } from "../../../packages/server/src/platform/database/pool.ts";
import { type Accounts, createAccounts, post, TRANSFERS_A_CALL } from "../accounts.ts";
import type { Contender, Row } from "../contender.ts";
import { historyPage } from "../contenders/history-page.ts";
import { httpPayments } from "../contenders/http-payments.ts";
import { ledgerFunction } from "../contenders/ledger-function.ts";
import { createEnvironment, type Environment } from "../environment.ts";
import type { Part } from "../figure.ts";
import { measureRows } from "../measure-rows.ts";
import { createProjects } from "../projects.ts";
import { DAYS, grow, type Size } from "./grow.ts";

/**
 * Whether a service is as fast after years as on its first day: speed with 5 M postings, 1 M of them payments, against
 * the speed with 10 k payments. Two databases with the same accounts, each in a PostgreSQL of its own, in turns. The
 * small one grows while it is measured, to some 1 M postings and 0.1 M payments. Checkpoints come by themselves, as in
 * life: after each the large one logs more whole pages, so one before each turn would measure little else.
 */
export const growth: Part = {
  title: "Growth: speed with 5 M postings, 1 M of them payments / with 10 k",
  async measure(scale) {
    const environments = [await createEnvironment(scale), await createEnvironment(scale)] as const;
    try {
      const small = await startService(environments[0], scale.small);
      const large = await startService(environments[1], scale.large);
      return await measureRows(rowsOf(small, large), scale);
    } finally {
      for (const environment of environments) await environment.close();
    }
  },
};

function rowsOf(small: Service, large: Service): readonly Row[] {
  return [
    {
      title: "ledger function at 5 M postings / at 10 k",
      of: large.ledger,
      to: small.ledger,
      wanted: { atLeast: 0.9, goal: 0.95 },
    },
    {
      title: "payments over HTTP at 5 M postings / at 10 k",
      of: large.payments,
      to: small.payments,
      wanted: { atLeast: 0.9, goal: 0.95 },
    },
    {
      title: "time of a history page of 50 entries at 5 M postings / at 10 k",
      of: small.history,
      to: large.history,
      wanted: { atMost: 1.25 },
    },
  ];
}

type Service = { readonly ledger: Contender; readonly payments: Contender; readonly history: Contender };

async function startService(environment: Environment, size: Size): Promise<Service> {
  const projects = await createProjects(environment);
  const accounts = await createAccounts(environment);
  await spendOnce(environment, accounts);
  await grow(environment, { projects, accounts }, size);
  const named = (contender: Contender) => ({
    ...contender,
    name: `${contender.name}, ${size.postings.toLocaleString("en")} postings`,
  });
  const wallets = projects.wallets.map(({ account }) => account);
  return {
    ledger: named(ledgerFunction(environment, "uniform", accounts)),
    payments: named(httpPayments(environment, { projects })("batched", "uniform")),
    history: named(historyPage(environment, wallets)),
  };
}

const HOUR_MS = 3_600_000;

/**
 * Every account spends once, in the hour before the month that is grown. The first spending of an account in an hour
 * writes the hour before down, which costs more than the posting itself: without this, only accounts of the large
 * database would pay for it.
 */
async function spendOnce({ url, role }: Environment, accounts: Accounts): Promise<void> {
  const db = connect({ url, role, max: 1, name: "bench first spending" });
  const connection = await db.connection();
  const at = new Date(Date.now() - DAYS * 24 * HOUR_MS - HOUR_MS);
  const credits = [...accounts.slice(1), ...accounts.slice(0, 1)];
  for (let i = 0; i < accounts.length; i += TRANSFERS_A_CALL) {
    const call = (of: Accounts) => of.slice(i, i + TRANSFERS_A_CALL);
    await post(connection, { at, debits: call(accounts), credits: call(credits), amount: 1n });
  }
  await db.close();
}
