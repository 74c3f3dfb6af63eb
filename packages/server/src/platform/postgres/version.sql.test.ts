import { expect, inject, it } from "vitest";
import { sql } from "../database/db.ts";
import { onDatabase } from "../database/testing/database.harness.ts";
import { embeddedPackage15, isInstalled } from "./programs.ts";

const engine = inject("engine");

/** Where npm has no PostgreSQL 15 for the machine this is the only test of its run: it fails, and says so. */
if (engine === "15" && !isInstalled(embeddedPackage15()))
  it("is PostgreSQL 15", () => {
    throw new Error(`no PostgreSQL 15: npm package ${embeddedPackage15()} is not there, so nothing is tested on it`);
  });
else
  onDatabase("the server of this run", (database) => {
    it(`is PostgreSQL ${engine}`, async () => {
      const [found] = await database().db.query<{ version: string }>(sql`
        select current_setting('server_version') as version`);
      expect(found?.version.split(".")[0]).toBe(engine);
    });
  });
