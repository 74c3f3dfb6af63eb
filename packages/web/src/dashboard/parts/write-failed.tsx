import { CallFailed } from "../../api/failure.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useUi } from "../../ui/words.ts";
import { isUnknown } from "./make-once.ts";
import { isAtFields, sentenceOf } from "./wrong-of.ts";

type WriteFailedProps = {
  readonly error: unknown;
  /** What to do when no answer came. */
  readonly lost: string;
  /** Names of the fields that say themselves what is wrong with them. */
  readonly fields?: readonly string[];
};

/**
 * A call that should change something and did not, or of which nobody knows. Nothing without an error, and when fields
 * say all of it.
 */
export function WriteFailed({ error, lost, fields = [] }: WriteFailedProps) {
  const { words } = useUi();
  if (error === null || error === undefined || isAtFields(error, fields)) return null;
  const failure = error instanceof CallFailed ? error : undefined;
  const isLost = failure?.code === "no_answer";
  const title = isLost ? "No answer came: it may be done, and it may not" : "It may be done, and it may not";
  return (
    <div className="failed" role="alert">
      <p>
        <strong>{isUnknown(error) ? title : "This was not done"}</strong>
      </p>
      {failure !== undefined && !isLost && <p>{sentenceOf(failure.message)}</p>}
      {isUnknown(error) && <p>{lost}</p>}
      {failure?.requestId !== undefined && (
        <p className="hint">
          {words.request(failure.requestId)} <CopyButton text={failure.requestId} name="number of the request" />
        </p>
      )}
    </div>
  );
}
