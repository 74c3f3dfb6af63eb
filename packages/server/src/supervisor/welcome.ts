import { join } from "node:path";
import type { findClosure } from "#ledger";
import type { ListedPage, ListedPages } from "#platform/http/listed.ts";
import type { Development } from "./provision.ts";

/** What an operator needs next, where there is no test network that would bring a project. */
export function ready(baseUrl: string, pages: ListedPages): string {
  return [
    "",
    `Leyden is ready: ${baseUrl}`,
    "",
    ...columnsOf(linesOf(pages, { baseUrl, local: undefined })),
    "",
    "A project and its key: npm run leyden -- project create <handle>, then key create <handle>.",
    "docs/operate.md goes on from there. Ctrl-C stops everything.",
    "",
  ].join("\n");
}

/** Said below what is ready, where nothing that moves value is done; empty while the ledger is open. */
export function closedLedger(closure: Awaited<ReturnType<typeof findClosure>>): string {
  switch (closure) {
    case undefined:
      return "";
    case "comparing":
      return "The ledger is closed until the node was compared: npm run leyden -- status says how it is.\n";
    case "restoring":
      return [
        "THE LEDGER IS CLOSED: this database is older than it was, and nothing that moves value is done.",
        "Next: npm run leyden -- restore status. docs/operate.md, After a restore, has each step.",
        "",
      ].join("\n");
  }
}

export type Welcome = {
  readonly dataDir: string;
  readonly showKey: boolean;
  /** The pages that are there. */
  readonly pages: ListedPages;
  /** Where pages of development answer; undefined where the service does not listen at loopback. */
  readonly local: string | undefined;
};

/**
 * What a person needs next. The call is one line, so that it can be pasted anywhere. The key is shown at a terminal
 * only: elsewhere the text lands in a journal.
 */
export function welcome(
  { baseUrl, apiKey, merchant, users }: Development,
  { dataDir, showKey, pages, local }: Welcome,
): string {
  const file = join(dataDir, "development.json");
  const body = JSON.stringify({ lnAddress: merchant.lnAddress, amount: "10000", comment: "My first payment" });
  const key = showKey ? apiKey : "<project key>";
  return [
    "",
    `Leyden is ready: ${baseUrl}`,
    "",
    ...columnsOf([
      ["Project key", showKey ? apiKey : `in ${file}`],
      ["Merchant", merchant.lnAddress],
      ...(showKey ? [["In a file", file]] : []),
      ...users.map(({ gamertag, email, lnAddress }) => [gamertag, `logs in as ${email}, is paid at ${lnAddress}`]),
    ]),
    "",
    ...columnsOf(linesOf(pages, { baseUrl, local })),
    ...closedOf(pages, local),
    "",
    "Pay the merchant 10 sat over Lightning:",
    "",
    `curl -s ${baseUrl}/v0/ln-address/send-payment -H 'apikey: ${key}' -H 'content-type: application/json' -d '${body}'`,
    "",
    "Have the world pay you: npm run leyden -- lab pay <invoice>. Ctrl-C stops everything.",
    "",
  ].join("\n");
}

/** A line for each page: its name, its address, what it is for. */
function linesOf(
  { docs, account, development, health }: ListedPages,
  { baseUrl, local }: { readonly baseUrl: string; readonly local: string | undefined },
): readonly (readonly string[])[] {
  const at = (origin: string, pages: readonly ListedPage[]) =>
    pages.map(({ path, name, about }) => [name, origin + path, about]);
  return [...(local === undefined ? [] : at(local, development)), ...at(baseUrl, [...account, ...docs, ...health])];
}

/** What to set for the pages that answer at this machine alone, where it does not reach the service that way. */
function closedOf({ development }: ListedPages, local: string | undefined): readonly string[] {
  if (local !== undefined || development.length === 0) return [];
  const names = development.map(({ name }) => name).join(", ");
  return ["", `With LEYDEN_HOST=localhost there are also, for this machine alone: ${names}.`];
}

/** Lines whose columns are below each other. */
function columnsOf(lines: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  return lines.map((line) => `  ${line.map((text, i) => text.padEnd(widthOf(i) + 2)).join("")}`.trimEnd());
}
