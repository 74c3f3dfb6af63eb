import { useState } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Status } from "../../../ui/status.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { isOver } from "../../parts/kept-file.ts";
import { leftOf } from "../../parts/run-rows.ts";
import { saveText } from "../../parts/save-text.ts";
import { ThingLink } from "../../parts/thing-link.tsx";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { type BatchPlan, type KeptBatch, type Row, type RowResult, resultsCsv } from "./batch.ts";
import { useBatchRun } from "./use-batch-run.ts";

type BatchRunProps = {
  readonly kept: KeptBatch;
  readonly plan: BatchPlan;
  /** Somebody has just pressed the button: it begins by itself. */
  readonly isNew: boolean;
  readonly onForget: () => void;
};

/** Makes the vouchers of a plan and shows what became of each row. A page that was loaded again waits to be told. */
export function BatchRun({ kept, plan, isNew, onForget }: BatchRunProps) {
  const { rows } = plan;
  const { results, state, error, run } = useBatchRun({ kept, rows, isNew });
  const isRunning = state !== "still";
  const [isAsked, setAsked] = useState(false);
  const indexes = leftOf(rows, results);
  const left = indexes.length;
  const isOld = isOver(plan, Date.now());
  const made = [...results.values()].filter(({ kind }) => kind === "made").length;
  const save = () => saveText(`vouchers-${plan.fileName.replace(/\.csv$/i, "")}.csv`, resultsCsv(rows, results));
  return (
    <>
      <p role="status">
        {made} of {rows.length} vouchers of <bdi>{plan.fileName}</bdi> are made
        {isRunning ? " …" : left > 0 ? ", and the others are not." : "."}
      </p>
      <progress max={rows.length} value={rows.length - left} aria-label="Rows that are done" />
      {!isRunning && <WriteFailed error={error} lost="Go on: each row has a key of its own, and none is made twice." />}
      {left > 0 && !isRunning && <FreshNotice />}
      {isOld && left > 0 && (
        <p className="notice bad">
          This file was begun too long ago. Look at the vouchers, and make what is left from a new file.
        </p>
      )}
      <div className="actions">
        {left > 0 && !isOld && (
          <Button busy={isRunning} onClick={() => isRunning || run(indexes)}>
            Go on with {left}
          </Button>
        )}
        <Button look={left > 0 ? "second" : "main"} onClick={save}>
          Save the links as CSV
        </Button>
        {!isRunning && (
          <Button look="second" onClick={() => setAsked(true)}>
            Done with this file
          </Button>
        )}
      </div>
      {made > 0 && (
        <p className="notice">
          Whoever has a link can take its money, and the links cannot be shown again. This tab keeps them until you are
          done with the file, log out or close the tab.
        </p>
      )}
      <Results rows={rows} results={results} />
      {isAsked && (
        <ConfirmDialog
          title="Done with this file?"
          action="Forget the links"
          isFresh={false}
          act={async () => onForget()}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
        >
          <p>
            This tab forgets the file and the links of its vouchers; save them before. The vouchers themselves stay
            {left > 0 && `, and ${left} of the rows have none`}.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Results({ rows, results }: { rows: readonly Row[]; results: ReadonlyMap<number, RowResult> }) {
  return (
    <table className="rows-table of-file">
      <caption className="hidden">What became of each row</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">internalId</th>
          <th scope="col">State</th>
          <th scope="col">Voucher</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, body }, i) => (
          <tr key={number}>
            <td className="line">{number}</td>
            <td className="number">
              <Amount msats={body.amount} />
            </td>
            <td className="name">
              <bdi>{body.internalId ?? body.description}</bdi>
            </td>
            <Result result={results.get(i)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Result({ result }: { result: RowResult | undefined }) {
  if (result === undefined)
    return (
      <>
        <td className="state">
          <Status tone="soft">Not made yet</Status>
        </td>
        <td className="end" />
      </>
    );
  if (result.kind === "asked")
    return (
      <>
        <td className="state">
          <Status tone="wait">Asked, no answer yet</Status>
        </td>
        <td className="end" />
      </>
    );
  if (result.kind === "refused")
    return (
      <>
        <td className="state">
          <Status tone="bad">Not made</Status>
        </td>
        <td className="end">{result.message}</td>
      </>
    );
  const { id, code, claimUrl } = result;
  return (
    <>
      <td className="state">
        <Status tone={claimUrl === null ? "warn" : "good"}>{claimUrl === null ? "Made, link lost" : "Made"}</Status>
      </td>
      <td className="end">
        <ThingLink kind="voucher" id={id}>
          {code}
        </ThingLink>{" "}
        {claimUrl !== null && <CopyButton text={claimUrl} name={`link of ${code}`} />}
      </td>
    </>
  );
}
