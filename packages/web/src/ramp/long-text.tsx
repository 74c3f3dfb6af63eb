import { useEffect, useState } from "react";
import { copyText } from "../ui/copy-text.ts";
import { shortText } from "../ui/format.ts";
import { CHECK, COPY, Icon } from "../ui/icon.tsx";
import { useRamp } from "./context.ts";

const COPIED_MS = 3_000;
/** Shown of it: as many as fit beside its name on a phone. */
const CHARACTERS = 17;
/** A Lightning address is read, and says more by its ends. */
const ADDRESS_CHARACTERS = 25;

/**
 * An address or a txid by its ends, beside a button that copies it. When pressed, or when it cannot be copied, it is
 * there as a whole.
 */
export function LongText({ text }: { text: string }) {
  const { t } = useRamp();
  const [isOpen, setOpen] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const done = await copyText(text);
    setCopied(done);
    if (!done) setOpen(true);
  };
  const short = shortText(text, text.includes("@") ? ADDRESS_CHARACTERS : CHARACTERS);
  return (
    <span className="long">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <bdi>{short}</bdi>
        </summary>
        <bdi className="whole">{text}</bdi>
      </details>
      <button
        type="button"
        className="copy"
        aria-label={`${t("ramp_copy")}: ${short}`}
        title={t("ramp_copy")}
        onClick={copy}
      >
        <Icon path={isCopied ? CHECK : COPY} size={16} />
      </button>
      <span role="status" className="hidden">
        {isCopied ? t("ramp_copied") : ""}
      </span>
    </span>
  );
}
