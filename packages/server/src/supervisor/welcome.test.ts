import { expect, it } from "vitest";
import type { Development } from "./provision.ts";
import { closedLedger, ready, welcome } from "./welcome.ts";

const development: Development = {
  baseUrl: "http://127.0.0.1:8080",
  apiKey: "ley_secret",
  projectId: "p",
  walletId: "w",
  merchant: { lnAddress: "merchant@127.0.0.1:3000" },
  users: [
    {
      id: "u",
      email: "alice@example.com",
      gamertag: "alice",
      lnAddress: "alice@127.0.0.1:8080",
      publicStaticCharge: "lnurl1",
    },
  ],
  oauth: { clientId: "c", clientSecret: "client secret", redirectUri: "http://127.0.0.1:8080/dev/oauth/callback" },
};

const page = (path: string) => ({ path, name: path.slice(1), about: `what ${path} is for` });
const around = {
  dataDir: "/data",
  pages: { docs: [page("/docs")], account: [], development: [page("/dev/mail")], health: [page("/readyz")] },
  local: "http://127.0.0.1:9090",
};

it("prints the key of the demo project to a terminal only; elsewhere it names the file", () => {
  expect(welcome(development, { ...around, showKey: true })).toContain("apikey: ley_secret");
  const elsewhere = welcome(development, { ...around, showKey: false });
  expect(elsewhere).not.toContain("ley_secret");
  expect(elsewhere).toContain("/data/development.json");
});

it("names each page and each user on a line; pages of development where this machine reaches the service", () => {
  const lines = welcome({ ...development, baseUrl: "https://leyden.example" }, { ...around, showKey: false }).split(
    "\n",
  );
  expect(lines).toContain("  docs      https://leyden.example/docs     what /docs is for");
  expect(lines).toContain("  dev/mail  http://127.0.0.1:9090/dev/mail  what /dev/mail is for");
  expect(lines).toContain("  alice        logs in as alice@example.com, is paid at alice@127.0.0.1:8080");
});

it("names no address of a page of development where none answers, and says what to set for them", () => {
  const text = welcome(development, { ...around, local: undefined, showKey: false });
  expect(text).not.toContain("/dev/mail");
  expect(text).toContain("With LEYDEN_HOST=localhost there are also, for this machine alone: dev/mail.");
  expect(welcome(development, { ...around, showKey: false })).not.toContain("LEYDEN_HOST");
});

it("names without a test network the pages and the next step, and no page of development", () => {
  const text = ready("https://leyden.example", around.pages);
  const lines = text.split("\n");
  expect(lines).toContain("Leyden is ready: https://leyden.example");
  expect(lines).toContain("  docs    https://leyden.example/docs    what /docs is for");
  expect(text).toContain("npm run leyden -- project create <handle>");
  expect(text).not.toContain("dev");
});

it("says that the ledger is closed, with the command that comes next", () => {
  expect(closedLedger(undefined)).toBe("");
  expect(closedLedger("restoring")).toMatch(/THE LEDGER IS CLOSED[\s\S]*npm run leyden -- restore status/);
  expect(closedLedger("comparing")).toContain("npm run leyden -- status");
});
