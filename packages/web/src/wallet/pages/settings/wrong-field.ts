import { CallFailed } from "../../../api/failure.ts";

/** The field that the service did not take; undefined: it is no matter of one field. */
export function wrongField(error: unknown): string | undefined {
  return error instanceof CallFailed && error.code === "invalid_input" ? error.details[0]?.field : undefined;
}
