import { CallFailed } from "../../api/failure.ts";
import { useUi } from "../../ui/words.ts";
import { useWallet } from "../context.ts";

/** Why what a person asked for was not done. `text`: where the page knows more than the failure says. */
export function Refused({ error, text }: { error: unknown; text?: string | undefined }) {
  const { t } = useWallet();
  const { words } = useUi();
  if (!(error instanceof CallFailed)) return null;
  return (
    <div className="notice bad" role="alert">
      {text ?? words.failure(error)}
      {error.requestId !== undefined && <p className="hint">{t("wallet_error_request", { id: error.requestId })}</p>}
    </div>
  );
}
