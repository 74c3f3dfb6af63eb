import { CallFailed } from "../../api/failure.ts";

/** What the service found wrong with a field of a form, by the name of the field in the call. */
export function wrongOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallFailed) || error.code === "maybe_paid") return {}; // its details are payments
  return Object.fromEntries(error.details.map(({ field, issue }) => [field, sentenceOf(issue)]));
}

/** The same, with what is wrong with an entry at the field of all its entries. */
export function wrongByField(error: unknown): Readonly<Record<string, string>> {
  const wrong = Object.entries(wrongOf(error)).toReversed(); // the first of a field counts
  return Object.fromEntries(wrong.map(([name, issue]) => [fieldOf(name), issue]));
}

/** Whether all that the service found wrong is with one of these fields; "redirectUris.0" is of "redirectUris". */
export function isAtFields(error: unknown, fields: readonly string[]): boolean {
  const names = Object.keys(wrongOf(error));
  return names.length > 0 && names.every((name) => fields.includes(fieldOf(name)));
}

function fieldOf(name: string): string {
  return name.replace(/\.\d+$/, "");
}

/** The messages of the service begin with a small letter. */
export function sentenceOf(text: string): string {
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
