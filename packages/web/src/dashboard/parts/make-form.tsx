import { type ReactNode, type SyntheticEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { WrongFields } from "../../ui/wrong-fields.ts";
import { FreshNotice } from "./fresh-notice.tsx";
import type { Making } from "./use-make-once.ts";
import { WriteFailed } from "./write-failed.tsx";
import { wrongOf } from "./wrong-of.ts";

const LOST = "Ask again: it is made once, however often you ask.";

/** What was typed, or what is wrong with it; `at`: the name of the field in which it is. */
export type ReadForm<Body> = { readonly body: Body } | Wrong;
type Wrong = { readonly wrong: string; readonly at?: string };

type MakeFormProps<Body, Made> = {
  readonly making: Making<Body, Made>;
  /** On the button: "Make the voucher". */
  readonly verb: string;
  /** It asks for a login of the last minutes. */
  readonly isFresh?: boolean;
  /** While it is sent: what may take long, and whether the person may leave. */
  readonly waiting?: string;
  readonly read: (form: FormData) => ReadForm<Body>;
  /** What would be made, for whoever is asked whether to send it after a login. */
  readonly about?: (body: Body) => ReactNode;
  /** The fields. */
  readonly children: ReactNode;
};

/** A form that makes one thing, once, also when the answer is lost or the page is loaded again. */
export function MakeForm<Body, Made>({
  making,
  verb,
  isFresh = false,
  waiting,
  read,
  about,
  children,
}: MakeFormProps<Body, Made>) {
  const [wrong, setWrong] = useState<Wrong>();
  const [names, setNames] = useState<readonly string[]>([]);
  const { state } = making;
  if (state.kind === "unknown") return <Unknown making={making} error={state.error} />;
  if (state.kind === "login") return <NotSent making={making} verb={verb} about={about?.(state.body)} />;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.kind === "sending") return;
    const typed = read(new FormData(event.currentTarget));
    setWrong("wrong" in typed ? typed : undefined);
    setNames([...event.currentTarget.elements].flatMap((field) => field.getAttribute("name") ?? []));
    if ("body" in typed) making.send(typed.body);
  };
  const error = state.kind === "form" && wrong === undefined ? state.error : undefined;
  const issues: readonly (readonly [name: string, issue: string])[] =
    wrong === undefined ? Object.entries(wrongOf(error)) : [[wrong.at ?? "", wrong.wrong]];
  const isShown = (name: string) => names.includes(name);
  return (
    <CheckedForm onSubmit={submit}>
      {isFresh && <FreshNotice />}
      <WrongFields value={Object.fromEntries(issues.filter(([name]) => isShown(name)))}>{children}</WrongFields>
      <p className="wrong" role="alert">
        {wrong !== undefined && !isShown(wrong.at ?? "") && wrong.wrong}
      </p>
      <WriteFailed error={error} lost={LOST} fields={names} />
      {wrong === undefined &&
        issues
          .filter(([name]) => !isShown(name))
          .map(([name, issue]) => (
            <p key={name} className="wrong">
              {name}: {issue}
            </p>
          ))}
      <Button type="submit" busy={state.kind === "sending"}>
        {verb}
      </Button>
      <p className="hint" role="status">
        {state.kind === "sending" && waiting}
      </p>
    </CheckedForm>
  );
}

type NotSentProps<Body, Made> = {
  readonly making: Making<Body, Made>;
  readonly verb: string;
  readonly about?: ReactNode;
};

/** What was asked for before a login. It is never sent by itself: who comes back may have changed their mind. */
export function NotSent<Body, Made>({ making, verb, about }: NotSentProps<Body, Made>) {
  return (
    <div className="notice" role="alert">
      <p>
        <strong>This was not sent yet:</strong> a login was needed first.
      </p>
      {about !== undefined && <p>{about}</p>}
      <div className="actions">
        <Button onClick={making.askAgain}>{verb}</Button>
        <Button look="plain" onClick={making.done}>
          Forget it
        </Button>
      </div>
    </div>
  );
}

export function Unknown<Body, Made>({ making, error }: { making: Making<Body, Made>; error: unknown }) {
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
