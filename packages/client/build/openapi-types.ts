/** Types from the OpenAPI document of the server. `npm run openapi` writes them; a test compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

const DOCUMENT_FILE = join(import.meta.dirname, "../../server/openapi.json");
export const TYPES_FILE = join(import.meta.dirname, "../src/openapi.ts");

const HEADER = "/** Made from packages/server/openapi.json by `npm run openapi`. Do not change it by hand. */\n";

/** Examples would make up half of the file. */
const withoutExamples = (name: string, value: unknown) => (name === "examples" ? undefined : value);

export async function openapiTypes(): Promise<string> {
  const document = JSON.parse(readFileSync(DOCUMENT_FILE, "utf8"));
  const nodes = await openapiTS(JSON.stringify(document, withoutExamples), {
    immutable: true,
    defaultNonNullable: false, // a field of a request with a default is optional
  });
  return HEADER + astToString(nodes);
}

if (process.argv[1] === import.meta.filename) writeFileSync(TYPES_FILE, await openapiTypes());
