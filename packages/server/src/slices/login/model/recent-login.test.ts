import { expect, it } from "vitest";
import { requireRecentLogin } from "./recent-login.ts";

it("a login lets factors be changed for ten minutes", () => {
  const authenticatedAt = new Date("2030-01-02T03:00:00Z");
  const login = {
    userId: "u" as never,
    sessionId: "s" as never,
    authenticatedAt,
    visitor: { userAgent: "", network: "" },
  };

  requireRecentLogin(login, authenticatedAt);
  requireRecentLogin(login, new Date("2030-01-02T03:10:00Z"));
  expect(() => requireRecentLogin(login, new Date("2030-01-02T03:10:00.001Z"))).toThrow("log in again");
});
