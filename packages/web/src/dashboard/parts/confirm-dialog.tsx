import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FreshNotice } from "./fresh-notice.tsx";
import { WriteFailed } from "./write-failed.tsx";

type ConfirmProps = {
  readonly title: string;
  /** On the button that does it. */
  readonly action: string;
  readonly isDanger?: boolean;
  /** Whether it asks for a fresh login. */
  readonly isFresh?: boolean;
  readonly act: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** What to do when no answer came. */
  readonly lost?: string;
  readonly children: ReactNode;
};

/** Asks before something ends. What it says is what ends, and what stays. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, action, isDanger = true, isFresh = true, act, onDone, onClose, children } = props;
  const { lost = "Look whether it was done before you do it again." } = props;
  const { mutate, error, isPending } = useMutation({ mutationFn: act, onSuccess: onDone });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {isFresh && <FreshNotice />}
      <WriteFailed error={error} lost={lost} />
      <div className="actions">
        <Button look={isDanger ? "danger" : "main"} busy={isPending} onClick={() => isPending || mutate()}>
          {action}
        </Button>
        <Button look="second" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
