import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { shortText } from "../../../ui/format.ts";
import { Status } from "../../../ui/status.tsx";
import { ThingLink } from "../../parts/thing-link.tsx";
import type { Row, RowResult } from "./pay-rows.ts";
import { amountOf } from "./payment-body.ts";
import { PaymentState } from "./payment-state.tsx";

type PayResultsProps = {
  readonly rows: readonly Row[];
  readonly results: ReadonlyMap<number, RowResult>;
  readonly onFinished: (index: number, payment: Shape<"Payment">) => void;
};

export function PayResults({ rows, results, onFinished }: PayResultsProps) {
  return (
    <table className="rows-table">
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
            <td>{number}</td>
            <td>
              <bdi title={body.to}>{shortText(body.to)}</bdi>
            </td>
            <td className="number">
              <Amount msats={amountOf(body)} />
            </td>
            <Result result={results.get(i)} onFinished={(payment) => onFinished(i, payment)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ResultProps = {
  readonly result: RowResult | undefined;
  readonly onFinished: (payment: Shape<"Payment">) => void;
};

function Result({ result, onFinished }: ResultProps) {
  if (result?.kind === "sent")
    return (
      <>
        <td>
          <PaymentState sent={result} onFinished={onFinished} />
        </td>
        <td>
          <ThingLink kind={result.thing} id={result.id} />
        </td>
      </>
    );
  return (
    <>
      <td>
        {result === undefined && <Status tone="soft">Not sent yet</Status>}
        {result?.kind === "asked" && <Status tone="wait">Asked, no answer yet</Status>}
        {result?.kind === "refused" && <Status tone="bad">Not paid</Status>}
      </td>
      <td>{result?.kind === "refused" && result.message}</td>
    </>
  );
}
