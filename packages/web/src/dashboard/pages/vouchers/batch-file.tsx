import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { newKey } from "../../../api/call.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Status } from "../../../ui/status.tsx";
import { useHere } from "../../context.ts";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { type Line, readBatch, TEMPLATE, totalOf } from "./batch.ts";
import type { KeptBatch, Plan } from "./kept-batch.ts";

type BatchFileProps = { readonly kept: KeptBatch; readonly onBegin: (plan: Plan) => void };

/** Takes a file and shows what it would make, line by line. Nothing is sent before the button is pressed. */
export function BatchFile({ kept, onBegin }: BatchFileProps) {
  const [text, setText] = useState("");
  const [fileName, setFileName] = useState("pasted");
  const id = useId();
  const batch = text.trim() === "" ? undefined : readBatch(text);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setFileName(file.name);
    setText(await file.text());
  };
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
          The first line names the columns: sats (or msats), and if you want description, internalId and days.{" "}
          <CopyButton text={TEMPLATE} name="example" label="Copy an example" />
        </p>
      </div>
      {batch !== undefined && "wrong" in batch && (
        <p className="notice bad" role="alert">
          {batch.wrong}
        </p>
      )}
      {batch !== undefined && "lines" in batch && (
        <Preview lines={batch.lines} fileName={fileName} kept={kept} onBegin={onBegin} />
      )}
    </>
  );
}

type PreviewProps = BatchFileProps & { readonly lines: readonly Line[]; readonly fileName: string };

function Preview({ lines, fileName, kept, onBegin }: PreviewProps) {
  const { api, project } = useHere();
  const [keepsNothing, setKeepsNothing] = useState(false);
  const { data: wallet } = useQuery({
    queryKey: ["project", project.id, "wallet"],
    queryFn: ({ signal }) => api.get("/v0/wallet", { signal }),
  });
  const wrong = lines.filter((line) => line.wrong !== undefined).length;
  const total = wrong > 0 ? undefined : totalOf(lines);
  const isTooMuch = wallet !== undefined && total !== undefined && BigInt(total) > BigInt(wallet.balance);
  const begin = () => {
    const plan = { fileName, rows: lines.map(({ number, body }) => ({ number, body, key: newKey() })) };
    if (kept.begin(plan)) onBegin(plan);
    else setKeepsNothing(true);
  };
  return (
    <section aria-label="Preview">
      <p role="status">
        {lines.length} {lines.length === 1 ? "voucher" : "vouchers"}
        {total !== undefined && (
          <>
            {" "}
            for together <Amount msats={total} />
          </>
        )}
        {wallet !== undefined && (
          <>
            . The wallet of the project has <Amount msats={wallet.balance} />
          </>
        )}
        .
      </p>
      {wrong > 0 && (
        <p className="notice bad" role="alert">
          {wrong} {wrong === 1 ? "line is" : "lines are"} wrong. Nothing is made before all lines are right.
        </p>
      )}
      {isTooMuch && <p className="notice bad">That is more than the wallet has.</p>}
      {keepsNothing && (
        <p className="notice bad" role="alert">
          This browser keeps nothing for this page, so a reload could make vouchers twice. Nothing was made.
        </p>
      )}
      {wrong === 0 && (
        <p>
          <Button onClick={begin}>Make {lines.length === 1 ? "the voucher" : `${lines.length} vouchers`}</Button>
        </p>
      )}
      <Lines lines={lines} />
    </section>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <table className="rows-table">
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
            <td>{number}</td>
            <td className="number">
              {wrong === undefined ? <Amount msats={body.amount} /> : cells.sats || cells.msats}
            </td>
            <td>
              <bdi>{cells.internalId}</bdi> <bdi className="soft">{cells.description}</bdi>
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
