import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { PageShape } from "../../api/shapes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Time } from "../../ui/time.tsx";
import { useHere } from "../context.ts";
import { FreshNotice } from "./fresh-notice.tsx";
import { type Asked, type Plan, rowsOf } from "./kept-file.ts";
import { WriteFailed } from "./write-failed.tsx";

type Begun = PageShape<"BegunFile">;

type BeginFileProps<Body> = {
  readonly kind: "payments" | "vouchers";
  /** Of what the lines ask for. What is known of one file is not said of another: it is the part's `key` too. */
  readonly print: string;
  readonly fileName: string;
  readonly lines: readonly Asked<Body>[];
  /** Of the file whose results these are: its rows keep their keys. */
  readonly of?: string | undefined;
  /** Keeps the plan and begins it. False: this browser keeps nothing. */
  readonly onBegin: (plan: Plan<Body>) => boolean;
  readonly words: Words;
};

type Words = {
  /** On the button: "Pay 5 recipients". */
  readonly action: string;
  /** "These payments were begun". */
  readonly begun: string;
  /** What is not done twice. */
  readonly left: string;
  /** On the button: "Pay it once more". */
  readonly again: string;
  /** What is asked before, and what it means. */
  readonly question: string;
  readonly meaning: string;
  readonly nothingDone: string;
};

const LOST = "Ask again: nothing was sent yet.";
/** Of results whose file is not known any more. */
const TOO_LATE = "Look at what was made. What is left is for a new file, without the column rowKey.";

/**
 * Begins a file once, whoever of the project has it, in whatever tab or browser: the service knows it for some days.
 * Who is not the first goes on with what is left, with the same keys, or says that all of it is wanted once more. With
 * results one goes on with the file that they are of.
 */
export function BeginFile<Body>({ kind, print, fileName, lines, of, onBegin, words }: BeginFileProps<Body>) {
  const { api } = useHere();
  const [before, setBefore] = useState<Begun>();
  const [isAsked, setAsked] = useState(false);
  const [keepsNothing, setKeepsNothing] = useState(false);
  const ask = (again?: string) =>
    api.write("post", "/files", { body: { kind, print, ...(again !== undefined && { again }) } });
  const find = (key: string) => api.get("/files/{kind}/{key}", { params: { kind, key } });
  const begin = ({ key, begunAt, knownUntil }: Begun) => {
    const [at, until] = [Date.parse(begunAt), Date.parse(knownUntil)];
    setKeepsNothing(!onBegin({ fileName, begunAt: at, until, rows: rowsOf(lines, key) }));
  };
  const take = (begun: Begun) => {
    setAsked(false);
    if (begun.isNew) begin(begun);
    else setBefore(begun);
  };
  const { press, error, isPending } = useAsk(() => (of === undefined ? ask() : find(of)), take);
  return (
    <>
      {keepsNothing && (
        <p className="notice bad" role="alert">
          This browser keeps nothing for this page: after a reload it would not show what became of the rows.{" "}
          {words.nothingDone}
        </p>
      )}
      {before === undefined ? (
        <>
          <WriteFailed error={error} lost={LOST} />
          {of !== undefined && error !== null && <p className="hint">{TOO_LATE}</p>}
          <p>
            <Button busy={isPending} onClick={press}>
              {words.action}
            </Button>
          </p>
        </>
      ) : (
        <div className="notice" role="alert">
          <p>
            <strong>{words.begun}</strong> <Time at={before.begunAt} />, perhaps in another tab or by another member of
            the project. {words.left}
          </p>
          <div className="actions">
            <Button onClick={() => begin(before)}>Go on with what is left of it</Button>
            {of === undefined && (
              <Button look="second" onClick={() => setAsked(true)}>
                {words.again}
              </Button>
            )}
          </div>
        </div>
      )}
      {before !== undefined && isAsked && (
        <OnceMore words={words} ask={() => ask(before.key)} onAnswer={take} onClose={() => setAsked(false)} />
      )}
    </>
  );
}

type OnceMoreProps = {
  readonly words: Words;
  readonly ask: () => Promise<Begun>;
  readonly onAnswer: (begun: Begun) => void;
  readonly onClose: () => void;
};

function OnceMore({ words, ask, onAnswer, onClose }: OnceMoreProps) {
  const { press, error, isPending } = useAsk(ask, onAnswer);
  return (
    <Dialog title={words.question} onClose={onClose}>
      <p>{words.meaning}</p>
      <FreshNotice />
      <WriteFailed error={error} lost={LOST} />
      <div className="actions">
        <Button look="danger" busy={isPending} onClick={press}>
          {words.again}
        </Button>
        <Button look="second" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Asks once at a time. An answer that comes when the part is gone begins nothing: the file was changed, or the question
 * closed.
 */
function useAsk(ask: () => Promise<Begun>, onAnswer: (begun: Begun) => void) {
  const { mutate, error, isPending } = useMutation({ mutationFn: ask });
  /** The second click of two comes before the page is drawn anew. */
  const isAsking = useRef(false);
  const press = () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const onSettled = () => {
      isAsking.current = false;
    };
    mutate(undefined, { onSuccess: onAnswer, onSettled });
  };
  return { press, error, isPending };
}
