import { expect, it } from "vitest";
import type { Development } from "./provision.ts";
import { welcome } from "./start.ts";

const development: Development = {
  baseUrl: "http://127.0.0.1:8080",
  apiKey: "ley_secret",
  projectId: "p",
  walletId: "w",
  merchant: { lnAddress: "merchant@127.0.0.1:3000" },
  users: [
    {
      ...{ id: "u", email: "alice@example.com", gamertag: "alice", lnAddress: "alice@127.0.0.1:8080" },
      publicStaticCharge: "lnurl1",
    },
  ],
  oauth: { clientId: "c", clientSecret: "client secret", redirectUri: "http://127.0.0.1:8080/dev/oauth/callback" },
};

it("prints the key of the demo project to a terminal only; elsewhere it names the file", () => {
  expect(welcome(development, { dataDir: "/data", showKey: true })).toContain("apikey: ley_secret");
  const elsewhere = welcome(development, { dataDir: "/data", showKey: false });
  expect(elsewhere).not.toContain("ley_secret");
  expect(elsewhere).toContain("/data/development.json");
});
