import { CallFailed } from "../../api/failure.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useUi } from "../../ui/words.ts";

/** Why nothing was done, field by field, and by which name support finds it. */
export function Refusal({ error }: { error: unknown }) {
  const { words } = useUi();
  if (!(error instanceof CallFailed))
    return (
      <p className="notice bad" role="alert">
        This page made a mistake. Nothing was done.
      </p>
    );
  const { details, requestId } = error;
  return (
    <div className="notice bad" role="alert">
      <p>{words.failure(error)}</p>
      {details.map(({ field, issue }) => (
        <p key={`${field} ${issue}`}>
          <code>{field}</code> {issue}
        </p>
      ))}
      {requestId !== undefined && (
        <p className="hint">
          {words.request(requestId)} <CopyButton text={requestId} name="id of the request" />
        </p>
      )}
    </div>
  );
}
