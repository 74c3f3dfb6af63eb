import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
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

/** What is about to be made, to be looked at once more before it is. */
export type CheckStep<Body> = {
  readonly body: Body;
  readonly isBusy: boolean;
  readonly onMake: () => void;
  /** To the form, in which everything still stands. */
  readonly onBack: () => void;
};

type MakeFormProps<Body, Made> = {
  readonly making: Making<Body, Made>;
  /** On the button: "Make the voucher". */
  readonly verb: string;
  /** A step between the form and the making. `verb`: on the button that leads to it. */
  readonly check?: { readonly verb: string; readonly show: (step: CheckStep<Body>) => ReactNode };
  /** It asks for a login of the last minutes. */
  readonly isFresh?: boolean;
  readonly read: (form: FormData) => ReadForm<Body>;
  /** What would be made, for whoever is asked whether to send it after a login. */
  readonly about?: (body: Body) => ReactNode;
  /** The fields. */
  readonly children: ReactNode;
};

/** A form that makes one thing, once, also when the answer is lost or the page is loaded again. */
export function MakeForm<Body, Made>(props: MakeFormProps<Body, Made>) {
  const { making, verb, about } = props;
  const { state } = making;
  if (state.kind === "unknown") return <Unknown making={making} error={state.error} />;
  if (state.kind === "login") return <NotSent making={making} verb={verb} about={about?.(state.body)} />;
  return <Steps {...props} />;
}

/** The form, and what is to be checked in front of it. What the service refuses leads back to the form. */
function Steps<Body, Made>(props: MakeFormProps<Body, Made>) {
  const { check, making } = props;
  const { state } = making;
  const [checked, setChecked] = useState<Body>();
  const isRefused = state.kind === "form" && state.body === checked;
  const isChecking = check !== undefined && checked !== undefined && !isRefused;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone: a wrong field gets it, or the first one.
    if (checked === undefined || isChecking || document.activeElement !== document.body) return;
    const firstOf = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (firstOf("[aria-invalid=true]") ?? firstOf("input"))?.focus();
  }, [checked, isChecking]);
  const back = () => {
    setChecked(undefined);
    setTimeout(() => form.current?.querySelector("input")?.focus());
  };
  return (
    <>
      {isChecking &&
        check.show({
          body: checked,
          isBusy: state.kind === "sending",
          onMake: () => state.kind !== "sending" && making.send(checked),
          onBack: back,
        })}
      <div ref={form} hidden={isChecking}>
        <Fields {...props} onBody={check === undefined ? making.send : setChecked} />
      </div>
    </>
  );
}

function Fields<Body, Made>(props: MakeFormProps<Body, Made> & { readonly onBody: (body: Body) => void }) {
  const { making, verb, check, isFresh = false, read, onBody, children } = props;
  const [wrong, setWrong] = useState<Wrong>();
  const [names, setNames] = useState<readonly string[]>([]);
  const { state } = making;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.kind === "sending") return;
    const typed = read(new FormData(event.currentTarget));
    setWrong("wrong" in typed ? typed : undefined);
    setNames([...event.currentTarget.elements].flatMap((field) => field.getAttribute("name") ?? []));
    if ("body" in typed) onBody(typed.body);
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
        {check?.verb ?? verb}
      </Button>
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
        <strong>It was sent, and its outcome is not known yet.</strong> {LOST}
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
