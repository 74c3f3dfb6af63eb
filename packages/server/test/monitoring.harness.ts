import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";

const DOCS = join(import.meta.dirname, "../../../docs");

/** A page of the documents, or a file beside them. */
export const readDocument = (path: string) => readFileSync(join(DOCS, path), "utf8");

export type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};

/** The alert rules of all groups. @throws when it is not YAML, a key stands twice, or two groups have one name. */
export function readRules(): readonly Rule[] {
  const document = parseDocument(readDocument("monitoring/leyden-alerts.yml"), { uniqueKeys: true, strict: true });
  if (document.errors.length > 0) throw document.errors[0];
  const { groups } = document.toJS() as { groups: readonly { name: string; rules: readonly Rule[] }[] };
  if (new Set(groups.map(({ name }) => name)).size < groups.length) throw new Error("two groups have one name");
  return groups.flatMap(({ rules }) => rules);
}
