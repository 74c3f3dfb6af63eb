import { CallFailed } from "../../api/failure.ts";
import { useUi } from "../../ui/words.ts";
import { useWallet } from "../context.ts";

/** Why what was asked was not done, beside the button that asked. */
export function FailedLine({ error }: { error: unknown }) {
  const { t } = useWallet();
  const { words } = useUi();
  if (error === null || error === undefined) return null;
  const failure = error instanceof CallFailed ? error : undefined;
  return (
    <div className="notice bad" role="alert">
      {failure === undefined ? t("wallet_error_title") : words.failure(failure)}
      {failure?.requestId !== undefined && (
        <>
          <br />
          <small>{words.request(failure.requestId)}</small>
        </>
      )}
    </div>
  );
}
