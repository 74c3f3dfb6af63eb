import { OWN_SQL } from "../../server/src/platform/database/migrate.ts";

const installed = process.env["RELEASE"] ?? "";
if (installed === "" || !OWN_SQL.migrations.startsWith(installed))
  throw new Error(`these tests did not get the files of ${installed}, but those of ${OWN_SQL.migrations}`);
