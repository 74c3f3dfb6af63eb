import { metaOf } from "./meta.ts";

/** A command of this installation as one types it, of its words: "project list". */
export function commandOf(words: string): string {
  return `${metaOf("command") ?? "leyden "}${words}`;
}
