import { type ReactNode, useEffect } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ShownOnce, useShownOnce } from "./shown-once.tsx";

type SecretProps = {
  readonly title: string;
  readonly secret: string;
  /** What it is, such as "secret of the key". */
  readonly name: string;
  /** A command that has the secret in it. */
  readonly command?: { readonly text: string; readonly name: string } | undefined;
  readonly onClose: () => void;
  readonly children?: ReactNode;
};

/** A secret that is shown this once. Who has not copied it is asked before it is gone. */
export function SecretDialog({ title, secret, name, command, onClose, children }: SecretProps) {
  const once = useShownOnce(onClose);
  useStaying(!once.isCopied);
  return (
    <Dialog title={title} onClose={once.close}>
      <p>
        This is shown once and cannot be read again: the service keeps only its hash. Keep it where secrets are kept.
      </p>
      <ShownOnce text={secret} name={name} once={once} />
      {command !== undefined && (
        <>
          <p>{command.name}</p>
          <div className="command">
            <pre>
              <code>{command.text}</code>
            </pre>
            <CopyButton text={command.text} name="command" onCopied={once.copied} />
          </div>
        </>
      )}
      {children}
    </Dialog>
  );
}

/** The browser asks before the page is left. */
function useStaying(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isNeeded]);
}
