import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { isOver } from "../../parts/kept-file.ts";
import { isPaused } from "../../parts/make-once.ts";
import { leftOf, madeBefore, refusedOf } from "../../parts/run-rows.ts";
import { saveText } from "../../parts/save-text.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import style from "./page.module.css";
import { PayResults } from "./pay-results.tsx";
import { type KeptRows, type PayPlan, resultsCsv } from "./pay-rows.ts";
import { usePayRun } from "./use-pay-run.ts";

type PayRunProps = {
  readonly kept: KeptRows;
  readonly plan: PayPlan;
  /** Somebody has just pressed the button: it begins by itself. */
  readonly isNew: boolean;
  readonly onForget: () => void;
};

/** Pays the rows of a plan and shows what became of each. A page that was loaded again waits to be told. */
export function PayRun({ kept, plan, isNew, onForget }: PayRunProps) {
  const { rows, fileName } = plan;
  const running = usePayRun({ kept, rows, isNew });
  const { results, state, error } = running;
  const [isAsked, setAsked] = useState(false);
  const [left, refused] = [leftOf(rows, results), refusedOf(rows, results)];
  const isStill = state === "still";
  const isOld = isOver(plan, Date.now());
  const sent = rows.length - left.length - refused.length;
  const save = () => saveText(`payments-${fileName.replace(/\.csv$/i, "")}.csv`, resultsCsv(rows, results));
  return (
    <>
      <p role="status">
        {sent} of {rows.length} payments of <bdi>{fileName}</bdi> are sent
        {refused.length > 0 && `, ${refused.length} ${refused.length === 1 ? "was" : "were"} refused`}
        {state === "stopping" ? ". It stops after this row." : isStill ? "." : " …"}
      </p>
      <progress
        className={style["progress"]}
        max={rows.length}
        value={rows.length - left.length}
        aria-label="Rows that are done"
      />
      {isStill && <WriteFailed error={error} lost="Go on: each row has a key of its own, and none is paid twice." />}
      {isStill && isPaused(error) && <Paused seconds={error.retryAfterSeconds} />}
      {isStill && left.length + refused.length > 0 && <FreshNotice />}
      {isOld && left.length > 0 && (
        <p className="notice bad">
          This file was begun too long ago. Look at the payments, and pay what is left from a new file.
        </p>
      )}
      <Earlier count={madeBefore(results, plan)} />
      <div className="actions">
        {!isStill && (
          // The second click of two on "Go on" may land here.
          <Button look="second" busy={state === "stopping"} onClick={({ detail }) => detail < 2 && running.stop()}>
            Stop
          </Button>
        )}
        {isStill && !isOld && left.length > 0 && (
          <Button onClick={() => running.run(left)}>Go on with {left.length}</Button>
        )}
        {isStill && !isOld && refused.length > 0 && (
          <Button look="second" onClick={() => running.run(refused)}>
            Try the {refused.length} refused again
          </Button>
        )}
        <Button look={left.length > 0 ? "second" : "main"} onClick={save}>
          Save the results as CSV
        </Button>
        {isStill && (
          <Button look="second" onClick={() => (left.length > 0 ? setAsked(true) : onForget())}>
            Done with this file
          </Button>
        )}
      </div>
      <div className="around">
        <PayResults
          rows={rows}
          results={results}
          onFinished={running.finish}
          onAnyway={isStill && !isOld ? running.payAnyway : undefined}
        />
      </div>
      {isAsked && (
        <ConfirmDialog
          title="Done with this file?"
          action="Forget the file"
          isFresh={false}
          act={async () => onForget()}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
        >
          <p>
            {left.length} of its payments are not sent, or their outcome is not known yet. This tab forgets the file;
            save the results before.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The service is there again by itself. `seconds`: when it may be asked. */
function Paused({ seconds }: { seconds: number | undefined }) {
  return (
    <p className="notice">
      The file stands still: no row that is left was sent. Go on{" "}
      {seconds === undefined ? "when the service is ready" : `in ${seconds} seconds or later`}; each row has a key of
      its own, and none is paid twice. If it takes longer, ask the operator.
    </p>
  );
}

/** Where the service has forgotten that the file was begun, it still has the payments. */
function Earlier({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="notice">
      {count} of these payments {count === 1 ? "was" : "were"} made before this file was begun here, such as before a
      restore of the service. They are not paid again; open the file again to pay everybody once more.
    </p>
  );
}
