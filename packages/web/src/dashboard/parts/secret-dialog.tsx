import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

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
  const [isCopied, setCopied] = useState(false);
  const [asks, setAsks] = useState(false);
  useStaying(!isCopied);
  // What it was opened from may be gone with its form.
  useEffect(() => () => document.querySelector<HTMLElement>(".panel h2")?.focus(), []);
  const copied = () => setCopied(true);
  const close = () => (isCopied ? onClose() : setAsks(true));
  return (
    <Dialog title={title} onClose={close}>
      <p>
        This is shown once: nobody can read it again, the service keeps only its hash. Keep it where secrets are kept.
      </p>
      <div className="command">
        <pre>
          <code>{secret}</code>
        </pre>
      </div>
      <div className="actions">
        <CopyButton text={secret} name={name} label="Copy" onCopied={copied} />
        <Button look={isCopied ? "main" : "second"} onClick={close}>
          Done
        </Button>
      </div>
      {asks && !isCopied && (
        <div className="notice bad" role="alert">
          <p>It was not copied. Once this is closed the secret is gone.</p>
          <div className="actions">
            <Button look="danger" onClick={onClose}>
              Close without it
            </Button>
            <Button look="second" onClick={() => setAsks(false)}>
              Keep it open
            </Button>
          </div>
        </div>
      )}
      {command !== undefined && (
        <>
          <p>{command.name}</p>
          <div className="command">
            <pre>
              <code>{command.text}</code>
            </pre>
            <CopyButton text={command.text} name="command" onCopied={copied} />
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
