import { useId, useState } from "react";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import type { BeginProps } from "./begin-props.ts";
import { PayPreview } from "./pay-preview.tsx";
import { readPayFile, TEMPLATE } from "./pay-rows.ts";

/** Characters of a file that is read at all: a thousand rows have fewer. */
const CHARACTERS_MAX = 4_000_000;

/** Takes a file and shows what it would pay, line by line. Nothing is sent before the button is pressed. */
export function PayFileForm({ kept, limits, onBegin }: BeginProps) {
  const [text, setText] = useState("");
  const [fileName, setFileName] = useState("pasted");
  const id = useId();
  const isTooLong = text.length > CHARACTERS_MAX;
  const file = text.trim() === "" || isTooLong ? undefined : readPayFile(text, limits.cap);
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFileName(chosen.name);
    setText(await chosen.text());
  };
  const wrong = isTooLong ? "The file is too long." : file !== undefined && "wrong" in file ? file.wrong : undefined;
  return (
    <>
      <FreshNotice />
      <div className="field">
        <label htmlFor={`${id}-file`}>CSV file</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-text`}>Or paste its text</label>
        <textarea
          id={`${id}-text`}
          className="code"
          rows={5}
          value={text}
          placeholder={TEMPLATE}
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          The first line names the columns: to (or lnAddress, invoice, gamertag, email), sats (or msats), and if you
          want description and internalId. A name with an @ in the column “to” is a Lightning address.{" "}
          <CopyButton text={TEMPLATE} name="example" label="Copy an example" />
        </p>
      </div>
      {wrong !== undefined && (
        <p className="notice bad" role="alert">
          {wrong}
        </p>
      )}
      {file !== undefined && "lines" in file && (
        <PayPreview file={file} fileName={fileName} kept={kept} limits={limits} onBegin={onBegin} />
      )}
    </>
  );
}
