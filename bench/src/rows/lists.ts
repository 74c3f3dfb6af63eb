import type { Row } from "../contender.ts";
import { listPages } from "../contenders/list-pages.ts";
import type { Environment } from "../environment.ts";
import type { Filled } from "../lists/fill-payments.ts";

/** A day of the payments, one a second. */
const DAY_MS = 86_400_000;

const FILTERS: Readonly<Record<string, (filled: Filled) => string>> = {
  "first page": () => "",
  "completed ones": () => "?status=completed",
  "failed ones": () => "?status=failed",
  "pending ones": () => "?status=processing",
  "of an internalId": () => "?internalId=order-500",
  "of a key": ({ keyId }) => `?keyId=${keyId}`,
  "to somebody": ({ recipient }) => `?recipient=${encodeURIComponent(recipient)}`,
  "failed ones to somebody": ({ recipient }) => `?status=failed&recipient=${encodeURIComponent(recipient)}`,
  "before a time": ({ since }) => `?to=${new Date(since.getTime() + DAY_MS).toISOString()}`,
};

/** What a page of a million payments costs, with each filter, beside the first page of a hundred. */
export function listRows(environment: Environment): Row[] {
  const page = listPages(environment);
  const few = page("few", "GET /v0/payments of a hundred", () => "");
  return Object.entries(FILTERS).map(([name, query]) => ({
    title: `GET /v0/payments of a million, ${name} / of a hundred`,
    of: page("many", `GET /v0/payments of a million, ${name}`, query),
    to: few,
    wanted: { atLeast: 0.4 },
  }));
}
