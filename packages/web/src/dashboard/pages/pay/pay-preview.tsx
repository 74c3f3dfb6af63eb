import type { ReactNode } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { shortText } from "../../../ui/format.ts";
import { ErrorState } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { BeginFile } from "../../parts/begin-file.tsx";
import { oddLines, wrongLines } from "../../parts/csv.ts";
import { printOf } from "../../parts/print-of.ts";
import type { Limits } from "./limits.tsx";
import { type Line, nameIn, type PayFile, type PayPlan, totalOf, withUnknown } from "./pay-rows.ts";
import { amountOf } from "./payment-body.ts";
import { KINDS } from "./recipient.ts";
import { useUnknownRecipients } from "./use-unknown-recipients.ts";

type PayPreviewProps = {
  readonly file: PayFile;
  readonly fileName: string;
  readonly limits: Limits;
  readonly onBegin: (plan: PayPlan) => boolean;
};

/** What a file would pay. It is begun, and the keys of its rows are known, before anything is sent. */
export function PayPreview({ file, fileName, limits, onBegin }: PayPreviewProps) {
  const { ignored } = file;
  const { unknown, isAsking, error, refetch } = useUnknownRecipients(file.lines);
  const lines = withUnknown(file.lines, unknown, location.host);
  const wrong = wrongLines(lines);
  const odd = oddLines(lines);
  const isWaiting = isAsking && error === null;
  const print = printOf(lines.map(({ body }) => body));
  const of = lines[0]?.named?.key;
  return (
    <section aria-label="Preview">
      <Sum lines={lines} limits={limits} hasWrong={wrong !== undefined} />
      {wrong !== undefined && <Notice isBad>{wrong} Nothing is paid before all lines are right.</Notice>}
      {odd !== undefined && <Notice>{odd}</Notice>}
      {ignored.length > 0 && <Notice>Nothing is done with these columns: {ignored.join(", ")}.</Notice>}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isWaiting && <Notice>The recipients are being looked up …</Notice>}
      {wrong === undefined && !isWaiting && (
        <BeginFile
          key={`${print} ${of}`}
          kind="payments"
          print={print}
          fileName={fileName}
          lines={lines}
          of={of}
          onBegin={onBegin}
          words={wordsOf(lines.length)}
        />
      )}
      {lines.some(({ body }) => nameIn(body, location.host) === undefined) && <p className="hint">{CHECKED_LATER}</p>}
      <Lines lines={lines} isAsking={isAsking} />
    </section>
  );
}

/** Nobody else is asked before something is paid. */
const CHECKED_LATER =
  "Recipients of this service are looked up now. Whether another address or an invoice can be paid is known when it is paid; the result says it for each line.";

function wordsOf(count: number) {
  return {
    action: `Pay ${count === 1 ? "one recipient" : `${count} recipients`}`,
    begun: "These payments were begun",
    left: "What was paid then is not paid again.",
    again: "Pay it once more",
    question: "Pay all of it once more?",
    meaning: `Everybody in the file is paid again, whoever was paid before: ${count === 1 ? "one new payment" : `${count} new payments`}.`,
    nothingDone: "Nothing was paid.",
  };
}

function Notice({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <p className={isBad ? "notice bad" : "notice"} role={isBad ? "alert" : undefined}>
      {children}
    </p>
  );
}

function Sum({ lines, limits, hasWrong }: { lines: readonly Line[]; limits: Limits; hasWrong: boolean }) {
  const total = hasWrong ? undefined : totalOf(lines);
  const isOver = (limit: string | null | undefined) =>
    total !== undefined && limit !== undefined && limit !== null && BigInt(total) > BigInt(limit);
  return (
    <>
      <p role="status">
        {lines.length} {lines.length === 1 ? "payment" : "payments"}
        {total !== undefined && (
          <>
            {" "}
            of <Amount msats={total} /> together, and fees
          </>
        )}
        .
      </p>
      {isOver(limits.available) && <Notice isBad>That is more than the wallet has.</Notice>}
      {isOver(limits.left) && (
        <Notice isBad>
          That is more than you can send now. It stops where your limit is reached, and can go on from there later.
        </Notice>
      )}
    </>
  );
}

function Lines({ lines, isAsking }: { lines: readonly Line[]; isAsking: boolean }) {
  return (
    <table className="rows-table of-file">
      <caption className="hidden">Lines of the file</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">To</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col" className="wide-only">
            Description
          </th>
          <th scope="col" className="wide-only">
            internalId
          </th>
          <th scope="col">Check</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow
            key={line.number}
            line={line}
            isAsking={isAsking && nameIn(line.body, location.host) !== undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

/** `isAsking`: whether its recipient is there is not known yet. */
function LineRow({ line: { number, cells, body, wrong, odd }, isAsking }: { line: Line; isAsking: boolean }) {
  const amount = amountOf(body);
  return (
    <tr>
      <td className="line">{number}</td>
      <td className="name">
        <bdi title={body.to}>{shortText(body.to)}</bdi>
        {body.to !== "" && <p className="hint">{KINDS[body.kind]}</p>}
      </td>
      <td className="number">{amount === "0" ? (cells.sats ?? cells.msats) : <Amount msats={amount} />}</td>
      <td className="wide-only">
        <bdi>{body.description}</bdi>
      </td>
      <td className="wide-only">
        <bdi>{body.internalId}</bdi>
      </td>
      <td className="state">
        <Check wrong={wrong} odd={odd} isAsking={isAsking} />
        {(wrong ?? odd) !== undefined && <p className="hint">{wrong ?? odd}</p>}
      </td>
    </tr>
  );
}

function Check({ wrong, odd, isAsking }: Pick<Line, "wrong" | "odd"> & { isAsking: boolean }) {
  if (wrong !== undefined) return <Status tone="bad">Wrong</Status>;
  if (isAsking) return <Status tone="wait">Not checked yet</Status>;
  return odd === undefined ? <Status tone="good">Right</Status> : <Status tone="warn">Look again</Status>;
}
