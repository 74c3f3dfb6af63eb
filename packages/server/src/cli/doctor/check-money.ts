import type { Msats } from "#kernel/money.ts";
import type { PauseKind } from "#ledger";
import { type Solvency, surplusOf } from "#lightning";
import type { RecentCosts } from "#payments";
import { about, type Fact, type Finding, ok, warning, wrong } from "./finding.ts";
import { counted, inSats } from "./words.ts";

export type MoneyFacts = {
  readonly costs: Fact<RecentCosts>;
  readonly feeFloor: Msats;
  readonly feeBasisPoints: bigint;
  /** Undefined: the node is not asked. */
  readonly solvency: Fact<Solvency> | undefined;
  readonly open: Fact<OpenMatters>;
  /** The money is real; undefined: it is not known. */
  readonly isLive: boolean | undefined;
};

/** What waits for the operator. */
export type OpenMatters = {
  readonly pauses: readonly PauseKind[];
  /** Why the ledger is closed; undefined: it is open. */
  readonly closure: string | undefined;
  readonly incidents: number;
};

/** Whether fee limits fit, the node holds what is owed, and nothing waits for the operator. */
export function checkMoney({
  costs,
  feeFloor,
  feeBasisPoints,
  solvency,
  open,
  isLive,
}: MoneyFacts): readonly Finding[] {
  const limit = `${inSats(feeFloor)} or ${percent(feeBasisPoints)}`;
  return [
    ...about("fee limits", costs, (recent) => [feeLimits(recent, limit)]),
    ...(solvency === undefined ? [] : about("holdings", solvency, (known) => [holdings(known, isLive)])),
    ...about("status", open, (matters) => [status(matters)]),
  ];
}

const RAISE = "raise LEYDEN_FEE_LIMIT_BASIS_POINTS or LEYDEN_FEE_LIMIT_SAT, or open channels to where you pay";
/** A few that fail are recipients that are hard to reach. */
const OVER_LIMIT_MIN = 3;

function feeLimits({ completed, overLimit }: RecentCosts, limit: string): Finding {
  const all = completed.length + overLimit;
  if (all === 0) return ok("fee limits", `${limit}; nothing was paid over Lightning yet`);
  if (overLimit >= OVER_LIMIT_MIN && overLimit * 10 >= all)
    return warning(
      "fee limits",
      `${overLimit} of the last ${counted(all, "payment")} found no route within their limit`,
      RAISE,
    );
  const parts = completed.map(({ amount, fee }) => (fee * 10_000n) / amount).toSorted(ascending);
  const shares = completed
    .map(({ fee, feeLimit }) => (feeLimit === 0n ? 0n : (fee * 100n) / feeLimit))
    .toSorted(ascending);
  const [middle, most] = [middleOf(parts), parts.at(-1) ?? 0n];
  const says = `the last ${counted(completed.length, "payment")} cost ${percent(middle)} at the middle and ${percent(most)} at most; the limit is ${limit}`;
  return middleOf(shares) >= 80n
    ? warning("fee limits", `${says}: half of them took 80 % of it or more`, RAISE)
    : ok("fee limits", says);
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

function middleOf(sorted: readonly bigint[]): bigint {
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}

/** Basis points as percent: "0.15 %". */
function percent(basisPoints: bigint): string {
  return `${Number(basisPoints) / 100} %`;
}

function holdings({ assets, liabilities, booked, verdict }: Solvency, isLive: boolean | undefined): Finding {
  const says = `the node holds ${inSats(assets)}, ${inSats(liabilities)} are owed`;
  const surplus = isLive === true ? surplusOf({ assets, liabilities }) : 0n;
  switch (verdict) {
    case "good":
      if (surplus === 0n) return ok("holdings", says);
      return warning(
        "holdings",
        `${says}: ${inSats(surplus)} are above twice that, and can be lost with the node`,
        "take out what you do not need, and book it with `leyden equity withdraw`",
      );
    case "thin":
      return warning(
        "holdings",
        `${says}: less than a hundredth is above it`,
        "put bitcoin of your own into the node, and book it with `leyden equity deposit`",
      );
    case "over":
      return warning(
        "holdings",
        `${says}: more than the books say`,
        "see the incident with `leyden incident list`; book what you put in with `leyden equity deposit`",
      );
    case "short": {
      const expected = booked > liabilities ? booked : liabilities;
      return wrong(
        "holdings",
        `${says}, and by the books it has ${inSats(expected)}: ${inSats(expected - assets)} are missing`,
        "run `leyden audit`; what you took out or channels cost is yours to book (`leyden equity withdraw`, `leyden equity chain-cost`), what is lost is yours to put back",
      );
    }
  }
}

function status({ pauses, closure, incidents }: OpenMatters): Finding {
  const says = [
    ...(closure === undefined ? [] : [`the ledger is closed (${closure})`]),
    ...(pauses.length === 0 ? [] : [`sending is paused (${pauses.join(", ")})`]),
    ...(incidents === 0 ? [] : [`${counted(incidents, "incident")} open`]),
  ].join(", ");
  if (says === "") return ok("status", "sending goes on, no incident is open");
  const isByItself = closure !== undefined || pauses.some((kind) => kind !== "operator");
  return isByItself ? wrong("status", says, "leyden status") : warning("status", says, "leyden status");
}
