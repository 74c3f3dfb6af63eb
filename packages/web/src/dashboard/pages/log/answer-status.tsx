import type { PageShape } from "../../../api/shapes.ts";
import { Status } from "../../../ui/status.tsx";

/** What was answered: a mistake of ours is not the caller's. */
export function AnswerStatus({ request: { status, code } }: { request: PageShape<"RefusedRequest"> }) {
  return <Status tone={status >= 500 ? "bad" : "warn"}>{`${status} ${code}`}</Status>;
}
