import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OPERATIONS_FILE, operationsText } from "../build/console-operations.ts";

it("has in its table what the OpenAPI document says; npm run openapi writes it", () => {
  expect(readFileSync(OPERATIONS_FILE, "utf8") === operationsText()).toBe(true);
});
