import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClnNode } from "./cln-node.harness.ts";

const PAGE = join(import.meta.dirname, "../../../../docs/nodes/cln.md");

type Restrictions = readonly (readonly string[])[];

/** The restrictions of the rune that the guide tells to make. */
export function restrictionsOfGuide(): Restrictions {
  const [, text = ""] = /createrune -k restrictions='(.+)'/.exec(readFileSync(PAGE, "utf8")) ?? [];
  return JSON.parse(text) as Restrictions;
}

/** The same without some methods. */
export function withoutMethods(...methods: readonly string[]): Restrictions {
  return restrictionsOfGuide().map((alternatives) =>
    alternatives.filter((one) => !methods.some((method) => one === `method=${method}`)),
  );
}

/** Makes a rune, and writes it into a file of its own. Without restrictions it may do everything. */
export async function writeRune(node: ClnNode, name: string, restrictions: Restrictions = []): Promise<string> {
  const { rune } = await node.call("createrune", { restrictions });
  const file = join(node.folder, `${name}.rune`);
  writeFileSync(file, `${rune}\n`, { mode: 0o600 });
  return file;
}
