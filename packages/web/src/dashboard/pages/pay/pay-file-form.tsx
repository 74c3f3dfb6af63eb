import { CsvText, useCsvDraft } from "../../parts/csv-text.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import type { Limits } from "./limits.tsx";
import { PayPreview } from "./pay-preview.tsx";
import { type PayPlan, readPayFile, TEMPLATE } from "./pay-rows.ts";

/** Characters of a file that is read at all: a thousand rows have fewer. */
const CHARACTERS_MAX = 4_000_000;

type PayFileFormProps = { readonly limits: Limits; readonly onBegin: (plan: PayPlan) => boolean };

/** Takes a file and shows what it would pay, line by line. Nothing is sent before the button is pressed. */
export function PayFileForm({ limits, onBegin }: PayFileFormProps) {
  const [draft, change, drop] = useCsvDraft("pay-file");
  const { text, fileName } = draft;
  const isTooLong = text.length > CHARACTERS_MAX;
  const file = text.trim() === "" || isTooLong ? undefined : readPayFile(text, limits.cap);
  const wrong = isTooLong ? "The file is too long." : file !== undefined && "wrong" in file ? file.wrong : undefined;
  const begin = (plan: PayPlan) => {
    const isKept = onBegin(plan);
    if (isKept) drop();
    return isKept;
  };
  return (
    <>
      <FreshNotice />
      <CsvText draft={draft} onChange={change} template={TEMPLATE}>
        The first line names the columns: to (or lnAddress, invoice, gamertag, email), sats (or msats), and if you want
        description and internalId. A name with an @ in the column “to” is a Lightning address.
      </CsvText>
      {wrong !== undefined && (
        <p className="notice bad" role="alert">
          {wrong}
        </p>
      )}
      {file !== undefined && "lines" in file && (
        <PayPreview file={file} fileName={fileName} limits={limits} onBegin={begin} />
      )}
    </>
  );
}
