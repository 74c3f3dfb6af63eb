import { type ReactNode, type SyntheticEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FreshNotice } from "./fresh-notice.tsx";
import type { Making } from "./use-make-once.ts";
import { WriteFailed } from "./write-failed.tsx";
import { wrongOf } from "./wrong-of.ts";

const LOST = "Ask again: it is made once, however often you ask.";

type MakeFormProps<Body, Made> = {
  readonly making: Making<Body, Made>;
  /** On the button: "Make the voucher". */
  readonly verb: string;
  /** It asks for a login of the last minutes. */
  readonly isFresh?: boolean;
  /** What was typed, or what is wrong with it. */
  readonly read: (form: FormData) => { readonly body: Body } | { readonly wrong: string };
  /** The fields. */
  readonly children: ReactNode;
};

/** A form that makes one thing, once, also when the answer is lost or the page is loaded again. */
export function MakeForm<Body, Made>({ making, verb, isFresh = false, read, children }: MakeFormProps<Body, Made>) {
  const [wrong, setWrong] = useState<string>();
  const { state } = making;
  if (state.kind === "unknown") return <Unknown making={making} error={state.error} />;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.kind === "sending") return;
    const typed = read(new FormData(event.currentTarget));
    setWrong("wrong" in typed ? typed.wrong : undefined);
    if ("body" in typed) making.send(typed.body);
  };
  const error = state.kind === "form" ? state.error : undefined;
  return (
    <form onSubmit={submit}>
      {isFresh && <FreshNotice />}
      {children}
      <p className="wrong" role="alert">
        {wrong}
      </p>
      <WriteFailed error={error} lost={LOST} />
      {Object.entries(wrongOf(error)).map(([field, issue]) => (
        <p key={field} className="wrong">
          {field}: {issue}
        </p>
      ))}
      <Button type="submit" busy={state.kind === "sending"}>
        {verb}
      </Button>
    </form>
  );
}

function Unknown<Body, Made>({ making, error }: { making: Making<Body, Made>; error: unknown }) {
  return (
    <div className="notice" role="alert">
      <p>
        <strong>It was sent, and nobody knows yet what became of it.</strong> {LOST}
      </p>
      <WriteFailed error={error} lost={LOST} />
      <div className="actions">
        <Button onClick={making.askAgain}>Ask again</Button>
        <Button look="plain" onClick={making.done}>
          Forget it, and begin anew
        </Button>
      </div>
    </div>
  );
}
