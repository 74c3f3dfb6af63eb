import { useState } from "react";
import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { shortText } from "../../../ui/format.ts";
import { Status } from "../../../ui/status.tsx";
import { ThingLink } from "../../parts/thing-link.tsx";
import { PayAnyway } from "./pay-anyway.tsx";
import type { Row, RowResult } from "./pay-rows.ts";
import { amountOf } from "./payment-body.ts";
import { PaymentState } from "./payment-state.tsx";

type PayResultsProps = {
  readonly rows: readonly Row[];
  readonly results: ReadonlyMap<number, RowResult>;
  readonly onFinished: (index: number, payment: Shape<"Payment">) => void;
  /** Pays a row that may repeat an earlier payment. Undefined: not now. */
  readonly onAnyway: ((index: number, hash: string) => void) | undefined;
};

export function PayResults({ rows, results, onFinished, onAnyway }: PayResultsProps) {
  const [asked, setAsked] = useState<number>();
  const row = asked === undefined ? undefined : rows[asked];
  const repeats = repeatsOf(asked === undefined ? undefined : results.get(asked));
  return (
    <>
      <ResultTable
        rows={rows}
        results={results}
        onFinished={onFinished}
        onAsk={onAnyway === undefined ? undefined : setAsked}
      />
      {asked !== undefined && row !== undefined && repeats.length > 0 && (
        <PayAnyway
          what={`line ${row.number}`}
          body={row.body}
          repeats={repeats}
          onPay={(hash) => {
            setAsked(undefined);
            onAnyway?.(asked, hash);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function repeatsOf(result: RowResult | undefined): readonly string[] {
  return result?.kind === "refused" ? (result.repeats ?? []) : [];
}

type TableProps = Omit<PayResultsProps, "onAnyway"> & { readonly onAsk: ((index: number) => void) | undefined };

function ResultTable({ rows, results, onFinished, onAsk }: TableProps) {
  return (
    <table className="rows-table of-file">
      <caption className="hidden">What became of each row</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">To</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">State</th>
          <th scope="col">Payment</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, body }, i) => (
          <tr key={number}>
            <td className="line">{number}</td>
            <td className="name">
              <bdi title={body.to}>{shortText(body.to)}</bdi>
            </td>
            <td className="number">
              <Amount msats={amountOf(body)} />
            </td>
            <Result
              result={results.get(i)}
              onFinished={(payment) => onFinished(i, payment)}
              onAsk={onAsk && (() => onAsk(i))}
            />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ResultProps = {
  readonly result: RowResult | undefined;
  readonly onFinished: (payment: Shape<"Payment">) => void;
  readonly onAsk: (() => void) | undefined;
};

function Result({ result, onFinished, onAsk }: ResultProps) {
  if (result?.kind === "sent")
    return (
      <>
        <td className="state">
          <PaymentState sent={result} onFinished={onFinished} />
        </td>
        <td className="end">
          <ThingLink kind={result.thing} id={result.id} />
        </td>
      </>
    );
  return (
    <>
      <td className="state">
        {result === undefined && <Status tone="soft">Not sent yet</Status>}
        {result?.kind === "asked" && <Status tone="wait">Asked, no answer yet</Status>}
        {result?.kind === "refused" && <Status tone="bad">Not paid</Status>}
      </td>
      <td className="end">
        {result?.kind === "refused" && result.message}
        {onAsk !== undefined && repeatsOf(result).length > 0 && (
          <p>
            <Button look="second" onClick={onAsk}>
              Pay it all the same …
            </Button>
          </p>
        )}
      </td>
    </>
  );
}
