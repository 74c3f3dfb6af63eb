import { type ReactNode, useState } from "react";
import { newKey } from "../../../api/call.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { shortText } from "../../../ui/format.ts";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import type { BeginProps } from "./begin-props.ts";
import { printOf } from "./kept-rows.ts";
import type { Limits } from "./limits.tsx";
import { type Line, type PayFile, rowsOf, totalOf } from "./pay-rows.ts";
import { amountOf } from "./payment-body.ts";
import { KINDS } from "./recipient.ts";

type PayPreviewProps = BeginProps & { readonly file: PayFile; readonly fileName: string };

/** What a file would pay. The keys of its rows are chosen when the button is pressed, before anything is sent. */
export function PayPreview({ file: { lines, ignored }, fileName, kept, limits, onBegin }: PayPreviewProps) {
  const [keepsNothing, setKeepsNothing] = useState(false);
  const [isOnceMore, setOnceMore] = useState(false);
  const [, lookAgain] = useState(0);
  const wrong = lines.filter((line) => line.wrong !== undefined).length;
  const print = printOf(lines.map(({ body }) => body));
  const before = kept.begunBefore(print, Date.now());
  const begin = () => {
    // Another tab may have begun it since this one was drawn: the person sees that first.
    const now = Date.now();
    if (kept.begunBefore(print, now)?.key !== before?.key) return lookAgain(now);
    const { key, at } = before === undefined || isOnceMore ? { key: newKey(), at: now } : before;
    const plan = { fileName, at, rows: rowsOf(lines, key) };
    if (kept.begin(plan, print, key)) onBegin(plan);
    else setKeepsNothing(true);
  };
  return (
    <section aria-label="Preview">
      <Sum lines={lines} limits={limits} hasWrong={wrong > 0} />
      {wrong > 0 && (
        <Notice isBad>
          {wrong} {wrong === 1 ? "line is" : "lines are"} wrong. Nothing is paid before all lines are right.
        </Notice>
      )}
      {ignored.length > 0 && <Notice>Nothing is done with these columns: {ignored.join(", ")}.</Notice>}
      {keepsNothing && (
        <Notice isBad>This browser keeps nothing for this page, so a reload could pay twice. Nothing was paid.</Notice>
      )}
      {wrong === 0 && before !== undefined && (
        <div className="notice" role="alert">
          <p>
            <strong>These payments were begun in this browser</strong> <Time at={new Date(before.at).toISOString()} />,
            perhaps in another tab. What was paid then is not paid again.
          </p>
          <label>
            <input
              type="checkbox"
              checked={isOnceMore}
              onChange={({ currentTarget }) => setOnceMore(currentTarget.checked)}
            />{" "}
            Pay all of it once more, as new payments
          </label>
        </div>
      )}
      {wrong === 0 && (
        <p>
          <Button onClick={begin}>Pay {lines.length === 1 ? "one recipient" : `${lines.length} recipients`}</Button>
        </p>
      )}
      <Lines lines={lines} />
    </section>
  );
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
            of together <Amount msats={total} />, and fees
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

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <table className="rows-table">
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
          <th scope="col">Check</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ number, body, wrong, odd }) => (
          <tr key={number}>
            <td>{number}</td>
            <td>
              <bdi title={body.to}>{shortText(body.to)}</bdi>
              {body.to !== "" && <p className="hint">{KINDS[body.kind]}</p>}
            </td>
            <td className="number">{wrong === undefined && <Amount msats={amountOf(body)} />}</td>
            <td className="wide-only">
              <bdi>{body.description ?? body.internalId}</bdi>
            </td>
            <td>
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
