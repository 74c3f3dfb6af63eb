import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { msats } from "#kernel/money.ts";
import {
  findServiceLimits,
  findServiceUse,
  listServiceLimitChanges,
  type ServiceLimitChanges,
  type ServiceLimits,
  type ServiceUse,
  setServiceLimits,
} from "#ledger";
import { countInFlight } from "#payments";
import { print, printTable } from "./output.ts";
import { type Session, withDatabase } from "./session.ts";

type Options = {
  readonly payment?: string;
  readonly daily?: string;
  readonly wallets?: string;
  readonly inFlight?: string;
  readonly reason?: string;
};

const CHANGES_SHOWN = 20;

/** What the whole service may send and hold, beside the limits of projects, keys and users. */
export function addLimitCommands(program: Command): void {
  program
    .command("limit")
    .description("limits of the whole service")
    .command("service")
    .description("show what the whole service may send and hold, and change it")
    .option("--payment <msats>", "what one payment may send, fees not counted, or `none`")
    .option("--daily <msats>", "what all payments may send in 24 hours, fees not counted, or `none`")
    .option("--wallets <msats>", "what all wallets and vouchers may hold: above it no invoice is made; or `none`")
    .option("--in-flight <number>", "how many payments over Lightning may be in flight, or `none`")
    .option("--reason <text>", "why it is changed; it is recorded")
    .action((options: Options) => withDatabase((session) => changeAndShow(session, options)));
}

async function changeAndShow(session: Session, { reason, ...options }: Options): Promise<void> {
  const changes = readChanges(options);
  if (Object.keys(changes).length > 0) {
    if (reason === undefined) throw new InvalidInput("--reason", "is required: say why it is changed");
    await setServiceLimits(session, { changes, reason });
  }
  await show(session);
}

function readChanges({ payment, daily, wallets, inFlight }: Omit<Options, "reason">): ServiceLimitChanges {
  return {
    ...(payment !== undefined && { payment: amount("--payment", payment) }),
    ...(daily !== undefined && { day: amount("--daily", daily) }),
    ...(wallets !== undefined && { wallets: amount("--wallets", wallets) }),
    ...(inFlight !== undefined && { inFlight: count("--in-flight", inFlight) }),
  };
}

function amount(option: string, text: string) {
  if (text === "none") return undefined;
  if (!/^(0|[1-9]\d{0,18})$/.test(text))
    throw new InvalidInput(option, "must be a whole number of millisatoshis, or `none`");
  return msats(BigInt(text), option);
}

function count(option: string, text: string) {
  if (text === "none") return undefined;
  if (!/^(0|[1-9]\d{0,5})$/.test(text)) throw new InvalidInput(option, "must be a whole number of payments, or `none`");
  return Number(text);
}

/** What counts on the limits of the service now. */
export async function readServiceUse({ db, clock }: Pick<Session, "db" | "clock">) {
  const [limits, use, inFlight] = await Promise.all([
    findServiceLimits(db),
    findServiceUse(db, clock.now()),
    countInFlight(db),
  ]);
  return { limits, use, inFlight };
}

async function show(session: Session): Promise<void> {
  const { limits, use, inFlight } = await readServiceUse(session);
  printTable(rowsOf(limits, use, inFlight), "");
  const changes = await listServiceLimitChanges(session.db, CHANGES_SHOWN);
  if (changes.length === 0) return;
  print("");
  const rows = changes.map(({ changedAt, name, value, reason }) => ({
    changedAt: changedAt.toISOString(),
    limit: name,
    value: value?.toString() ?? "none",
    reason,
  }));
  printTable(rows, "");
}

function rowsOf({ payment, day, wallets, inFlight }: ServiceLimits, use: ServiceUse, pending: number) {
  const none = (value: bigint | number | undefined) => value?.toString() ?? "none";
  return [
    { limit: "one payment", option: "--payment", value: none(payment), used: undefined },
    { limit: "sent in 24 hours", option: "--daily", value: none(day), used: String(use.sent) },
    { limit: "held by all wallets", option: "--wallets", value: none(wallets), used: String(use.held) },
    { limit: "payments in flight", option: "--in-flight", value: none(inFlight), used: String(pending) },
  ];
}
