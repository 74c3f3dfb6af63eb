import { expect, it } from "vitest";
import { adviceOn } from "./server.ts";

it("who has no name is told that PostgreSQL wants one, and everybody else to look at the data folder", () => {
  const nameless = "initdb: could not look up effective user ID 12345: user does not exist";
  expect(adviceOn(nameless)).toContain("give this number one in /etc/passwd, or set DATABASE_URL");
  expect(adviceOn("initdb: error: could not create directory: Permission denied")).toContain("space and rights");
});
