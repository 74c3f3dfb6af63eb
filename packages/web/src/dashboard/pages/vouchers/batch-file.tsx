import { Amount } from "../../../ui/amount.tsx";
import { Status } from "../../../ui/status.tsx";
import { BeginFile } from "../../parts/begin-file.tsx";
import { wrongLines } from "../../parts/csv.ts";
import { CsvText, useCsvDraft } from "../../parts/csv-text.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { printOf } from "../../parts/print-of.ts";
import { useWallet } from "../../parts/use-wallet.ts";
import { type BatchPlan, type Line, readBatch, TEMPLATE, totalOf } from "./batch.ts";

type BatchFileProps = { readonly onBegin: (plan: BatchPlan) => boolean };

/** Takes a file and shows what it would make, line by line. Nothing is sent before the button is pressed. */
export function BatchFile({ onBegin }: BatchFileProps) {
  const [draft, change, drop] = useCsvDraft("vouchers-file");
  const { text, fileName } = draft;
  const batch = text.trim() === "" ? undefined : readBatch(text);
  const begin = (plan: BatchPlan) => {
    const isKept = onBegin(plan);
    if (isKept) drop();
    return isKept;
  };
  return (
    <>
      <FreshNotice />
      <CsvText draft={draft} onChange={change} template={TEMPLATE}>
        The first line names the columns: sats (or msats), and if you want description, internalId and days.
      </CsvText>
      {batch !== undefined && "wrong" in batch && (
        <p className="notice bad" role="alert">
          {batch.wrong}
        </p>
      )}
      {batch !== undefined && "lines" in batch && <Preview lines={batch.lines} fileName={fileName} onBegin={begin} />}
    </>
  );
}

type PreviewProps = BatchFileProps & { readonly lines: readonly Line[]; readonly fileName: string };

function Preview({ lines, fileName, onBegin }: PreviewProps) {
  const { data: wallet } = useWallet();
  const wrong = wrongLines(lines);
  const total = wrong === undefined ? totalOf(lines) : undefined;
  const isTooMuch = wallet !== undefined && total !== undefined && BigInt(total) > BigInt(wallet.balance);
  const print = printOf(lines.map(({ body }) => body));
  const of = lines[0]?.named?.key;
  return (
    <section aria-label="Preview">
      <p role="status">
        {lines.length} {lines.length === 1 ? "voucher" : "vouchers"}
        {total !== undefined && (
          <>
            , <Amount msats={total} /> in all
          </>
        )}
        {wallet !== undefined && (
          <>
            . The wallet of the project has <Amount msats={wallet.balance} />
          </>
        )}
        .
      </p>
      {wrong !== undefined && (
        <p className="notice bad" role="alert">
          {wrong} Nothing is made before all lines are right.
        </p>
      )}
      {isTooMuch && <p className="notice bad">That is more than the wallet has.</p>}
      {wrong === undefined && (
        <BeginFile
          key={`${print} ${of}`}
          kind="vouchers"
          print={print}
          fileName={fileName}
          lines={lines}
          of={of}
          onBegin={onBegin}
          words={wordsOf(lines.length)}
        />
      )}
      <Lines lines={lines} />
    </section>
  );
}

function wordsOf(count: number) {
  return {
    action: `Make ${count === 1 ? "the voucher" : `${count} vouchers`}`,
    begun: "These vouchers were begun",
    left: "What was made then is not made again, and its links cannot be shown again.",
    again: "Make them once more",
    question: "Make all of them once more?",
    meaning: `${count === 1 ? "One new voucher is" : `${count} new vouchers are`} made, and those of then stay.`,
    nothingDone: "Nothing was made.",
  };
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <table className="rows-table of-file">
      <caption className="hidden">Lines of the file</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">For</th>
          <th scope="col">Check</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ number, cells, body, wrong, odd }) => (
          <tr key={number}>
            <td className="line">{number}</td>
            <td className="number">
              {wrong === undefined ? <Amount msats={body.amount} /> : cells.sats || cells.msats}
            </td>
            <td className="name">
              <bdi>{cells.internalId}</bdi> <bdi className="soft">{cells.description}</bdi>
            </td>
            <td className="state">
              <Status tone={wrong !== undefined ? "bad" : odd !== undefined ? "warn" : "good"}>
                {wrong !== undefined ? "Wrong" : odd !== undefined ? "Look again" : "Right"}
              </Status>
              {(wrong ?? odd) !== undefined && <p className="hint">{wrong ?? odd}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
