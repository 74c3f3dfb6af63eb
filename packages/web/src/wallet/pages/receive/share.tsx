import { Button } from "../../../ui/button.tsx";
import { useWallet } from "../../context.ts";

/** Gives a text to another app, where the browser can. */
export function ShareButton({ text }: { text: string }) {
  const { t } = useWallet();
  if (!("share" in navigator)) return null;
  // A person who closes the list of apps has changed their mind: nothing failed.
  const share = () => void navigator.share({ text }).catch(() => undefined);
  return (
    <Button look="second" onClick={share}>
      {t("wallet_share")}
    </Button>
  );
}
