/**
 * JSON with one spelling for each value: object keys sorted, no spaces (RFC 8785). Beyond the RFC: bigint and Date are
 * written as the strings that the wire has for them, and absent fields are left out. Wire values are normalised before,
 * so that an amount sent as 1000 and as "1000" is one and the same bigint by now.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "bigint") return `"${value}"`;
  if (typeof value !== "object" || value === null) return scalar(value);
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;

  // The default order is by UTF-16 code units, which is what the RFC asks for (section 3.2.3).
  let text = "";
  for (const key of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[key];
    if (field !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

function scalar(value: unknown): string {
  const isJson =
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value));
  if (!isJson) throw new Error(`JSON has no ${typeof value}`);
  return JSON.stringify(value);
}
