/** A structured line: what happened, in the past tense, with ids. Never a preimage, a token or a key. */
export type LogLine = {
  readonly level: "debug" | "info" | "warn" | "error";
  /** The process or node of the line. */
  readonly name: string;
  readonly event: string;
  readonly [field: string]: unknown;
};

export type Log = (level: LogLine["level"], event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Text of an error for a log line. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
