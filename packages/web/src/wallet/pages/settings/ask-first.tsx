import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useWallet } from "../../context.ts";
import { FailedLine } from "../../parts/failed-line.tsx";
import styles from "./page.module.css";

type AskFirstProps = {
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onAct: () => void;
  readonly onClose: () => void;
};

/** Says what ends, before it does. */
export function AskFirst({ title, text, act, busy, error, onAct, onClose }: AskFirstProps) {
  const { t } = useWallet();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <FailedLine error={error} />
      <div className={styles["actions"]}>
        <Button look="danger" busy={busy} onClick={() => busy || onAct()}>
          {act}
        </Button>
        <Button look="second" onClick={onClose}>
          {t("wallet_cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
