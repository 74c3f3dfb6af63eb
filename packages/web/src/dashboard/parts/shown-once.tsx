import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** Whether a secret that is shown once was copied. Who has not is asked before it is gone: `close` asks. */
export function useShownOnce(onDone: () => void) {
  const [isCopied, setCopied] = useState(false);
  const [asks, setAsks] = useState(false);
  return {
    isCopied,
    asks: asks && !isCopied,
    copied: () => setCopied(true),
    close: () => (isCopied ? onDone() : setAsks(true)),
    keepOpen: () => setAsks(false),
    onDone,
  };
}

type ShownOnceProps = {
  readonly text: string;
  /** What it is, such as "client secret". */
  readonly name: string;
  readonly once: ReturnType<typeof useShownOnce>;
  /** Other ways to copy it. */
  readonly children?: ReactNode;
};

/** A secret as text, to be copied, with the button that ends it. */
export function ShownOnce({ text, name, once, children }: ShownOnceProps) {
  const { isCopied, asks, copied, close, keepOpen, onDone } = once;
  return (
    <>
      <div className="command">
        <pre>
          <code>{text}</code>
        </pre>
      </div>
      <div className="actions">
        <CopyButton text={text} name={name} label="Copy" onCopied={copied} />
        {children}
        <Button look={isCopied ? "main" : "second"} onClick={close}>
          Done
        </Button>
      </div>
      {asks && (
        <div className="notice bad" role="alert">
          <p>It was not copied. Once this is closed it cannot be read again.</p>
          <div className="actions">
            <Button look="danger" onClick={onDone}>
              Close without it
            </Button>
            <Button look="second" onClick={keepOpen}>
              Keep it open
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
