/** Types from the OpenAPI document of the server. `npm run openapi` writes them; a test compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";

/** A document of the server, and the file with its types. */
type Typed = { readonly document: string; readonly file: string };

const PACKAGES = join(import.meta.dirname, "../..");

/** What projects call. */
export const API: Typed = { document: "server/openapi.json", file: join(PACKAGES, "client/src/openapi.ts") };
/** What our own pages call beside that. */
export const PAGES: Typed = {
  document: "server/openapi-pages.json",
  file: join(PACKAGES, "web/src/api/openapi-pages.ts"),
};

/** Examples would make up half of the file. */
const withoutExamples = (name: string, value: unknown) => (name === "examples" ? undefined : value);

export async function openapiTypes({ document }: Typed): Promise<string> {
  const content = JSON.parse(readFileSync(join(PACKAGES, document), "utf8"));
  const nodes = await openapiTS(JSON.stringify(content, withoutExamples), {
    immutable: true,
    defaultNonNullable: false, // a field of a request with a default is optional
  });
  return `/** Made from packages/${document} by \`npm run openapi\`. Do not change it by hand. */\n${astToString(nodes)}`;
}

if (process.argv[1] === import.meta.filename)
  for (const typed of [API, PAGES]) writeFileSync(typed.file, await openapiTypes(typed));
