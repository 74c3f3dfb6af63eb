import { connect } from "../../../packages/server/src/platform/database/pool.ts";
import { type Accounts, createAccounts, post, TRANSFERS_A_CALL } from "../accounts.ts";
import type { Contender } from "../contender.ts";
import { historyPage } from "../contenders/history-page.ts";
import { httpPayments } from "../contenders/http-payments.ts";
import { ledgerFunction } from "../contenders/ledger-function.ts";
import { createEnvironment, type Environment } from "../environment.ts";
import type { Part } from "../figure.ts";
import { createProjects } from "../projects.ts";
import { measureInTurns } from "../rounds.ts";
import { ratiosOf } from "../table.ts";
import { DAYS, grow, type Size } from "./grow.ts";

const SMALL: Size = { name: "10 k", payments: 10_000, postings: 10_000 };
const LARGE: Size = { name: "5 M", payments: 1_000_000, postings: 5_000_000 };

/**
 * Whether a service is as fast after years as on its first day: speed with 5 M postings, 1 M of them payments, against
 * the speed with 10 k payments. Two databases with the same accounts, each in a PostgreSQL of its own, in turns. The small
 * one grows while it is measured, to some 1 M postings and 0.1 M payments. Checkpoints come by themselves, as in life:
 * after each the large one logs more whole pages, so one before each turn would measure little else.
 */
export const growth: Part = {
  title: "Growth: speed with 5 M postings, 1 M of them payments / with 10 k",
  async measure(length) {
    const small = await startService(SMALL);
    const large = await startService(LARGE);
    try {
      const contenders = KINDS.flatMap((kind) => [small[kind], large[kind]]);
      for (const contender of contenders) await contender.prepare();
      const rounds = await measureInTurns(contenders, length);
      const ratio = (of: Contender, to: Contender) => ratiosOf(of.name, to.name, rounds);
      return [
        { title: "ledger function", rounds: ratio(large.ledger, small.ledger), wanted: { atLeast: 0.9 } },
        { title: "payments over HTTP", rounds: ratio(large.payments, small.payments), wanted: { atLeast: 0.9 } },
        {
          title: "time of a history page of 50 entries",
          rounds: ratio(small.history, large.history),
          wanted: { atMost: 1.25 },
        },
      ];
    } finally {
      await Promise.all([small.close(), large.close()]);
    }
  },
};

const KINDS = ["ledger", "payments", "history"] as const;

type Service = {
  readonly environment: Environment;
  readonly ledger: Contender;
  readonly payments: Contender;
  readonly history: Contender;
  close(): Promise<void>;
};

async function startService(size: Size): Promise<Service> {
  const environment = await createEnvironment();
  const projects = await createProjects(environment);
  const accounts = await createAccounts(environment);
  await spendOnce(environment, accounts);
  await grow(environment, { projects, accounts }, size);
  const named = (contender: Contender) => ({ ...contender, name: `${contender.name}, ${size.name}` });
  const contenders = {
    ledger: named(ledgerFunction(environment, "uniform", accounts)),
    payments: named(httpPayments(environment, { projects })("batched", "uniform")),
    history: named(
      historyPage(
        environment,
        projects.wallets.map(({ account }) => account),
      ),
    ),
  };
  return {
    environment,
    ...contenders,
    async close() {
      for (const contender of Object.values(contenders)) await contender.close();
      await environment.close();
    },
  };
}

const HOUR_MS = 3_600_000;

/**
 * Every account spends once, in the hour before the month that is grown. The first spending of an account in an hour writes the hour before
 * down, which costs more than the posting itself: without this, only accounts of the large database would pay for it.
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
