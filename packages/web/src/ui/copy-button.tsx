import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";
import { CHECK, COPY, Icon } from "./icon.tsx";
import { useUi } from "./words.ts";

const SAID_MS = 3_000;

type CopyProps = {
  readonly text: string;
  /** Of what is copied, for readers of screens. */
  readonly name: string;
  readonly label?: string;
  readonly onCopied?: () => void;
};

/** Copies `text`, and says so. */
export function CopyButton({ text, name, label, onCopied }: CopyProps) {
  const { words } = useUi();
  const [said, setSaid] = useState<"copied" | "refused">();
  useEffect(() => {
    if (said === undefined) return undefined;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    const isCopied = await copyText(text);
    setSaid(isCopied ? "copied" : "refused");
    if (isCopied) onCopied?.();
  };
  const heard = said === "copied" ? words.copied : said === "refused" ? words.copySelect : "";
  return (
    <>
      <button
        type="button"
        className={label === undefined ? "copy" : "button second"}
        aria-label={label === undefined ? `${words.copy}: ${name}` : undefined}
        title={words.copy}
        onClick={copy}
      >
        <Icon path={said === "copied" ? CHECK : COPY} size={16} />
        {label}
      </button>
      <span role="status" className={said === "refused" ? "hint" : "hidden"}>
        {heard}
      </span>
    </>
  );
}
