import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "./refusal.tsx";

type ConfirmProps = {
  readonly title: string;
  /** On the button that does it: "Revoke". */
  readonly verb: string;
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What it means. */
  readonly children: ReactNode;
};

/** Asks before something ends. It stays open until that is done, and says what went wrong. */
export function Confirm({ title, verb, act, onClose, children }: ConfirmProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error !== null && <Refusal error={error} />}
      <div className="actions">
        <Button look="danger" busy={isPending} onClick={() => isPending || mutate()}>
          {verb}
        </Button>
        <Button look="second" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </Dialog>
  );
}
