import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { type RawAnswer, sendRaw } from "../../../api/raw-call.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field as TextField } from "../../../ui/field.tsx";
import { WrongFields } from "../../../ui/wrong-fields.ts";
import { useHere } from "../../context.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { curlOf, KEY_VARIABLE } from "../../parts/curl.ts";
import { Area } from "../../parts/fields.tsx";
import { isUnknown } from "../../parts/make-once.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { Answer } from "./answer.tsx";
import {
  BODY,
  type Call,
  callOf,
  type Field,
  IDEMPOTENCY_KEY,
  isRead,
  type Operation,
  type Typed,
  type Wrong,
} from "./operation.ts";
import css from "./page.module.css";
import { type Standing, standingAfter } from "./standing.ts";
import { useDraft } from "./use-draft.ts";

type FormProps = {
  readonly operation: Operation;
  /** It changes something, and this tab may not. */
  readonly isLocked: boolean;
  readonly isRealMoney: boolean;
};

type Sending = { readonly call: Call /** How it stood. */; readonly before: Standing };

/** One operation: its fields, the same call with curl, and what was answered. */
export function OperationForm({ operation, isLocked, isRealMoney }: FormProps) {
  const { project } = useHere();
  const client = useQueryClient();
  const { draft, change, markAs, reset } = useDraft(operation);
  const [wrong, setWrong] = useState<Wrong>();
  const base = `/dashboard/api/projects/${encodeURIComponent(project.id)}`;
  const { mutate, isPending, data, error } = useMutation<RawAnswer, unknown, Sending>({
    mutationFn: ({ call }) => sendRaw(base, call, `${location.pathname}${location.search}`),
    onSuccess: (answer, { before }) => {
      markAs(standingAfter(before, answer));
      if (!isRead(operation)) void client.invalidateQueries({ queryKey: ["project", project.id] });
    },
  });
  const made = callOf(operation, draft);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLocked || isPending) return;
    setWrong("wrong" in made ? made.wrong : undefined);
    if ("wrong" in made) return;
    markAs("asked");
    mutate({ call: made.call, before: draft.sent });
  };
  const fields = (...places: readonly Field["in"][]) => operation.fields.filter((field) => places.includes(field.in));
  const typing = {
    typed: draft.typed,
    onType: (name: string, value: string) => change({ typed: { ...draft.typed, [name]: value } }),
  };
  const isLost = draft.sent === "asked" && !isPending && operation.isOnce;
  return (
    <div className={css["columns"]}>
      <CheckedForm onSubmit={submit} aria-label={operation.summary}>
        <WrongFields value={wrong === undefined ? {} : { [wrong.field]: wrong.issue }}>
          <Fields of={fields("path", "query")} {...typing} />
          {operation.body !== undefined && (
            <Area
              label="Body, as JSON"
              name={BODY}
              rows={Math.min(16, Math.max(5, draft.body.split("\n").length + 1))}
              value={draft.body}
              spellCheck={false}
              className={css["raw"]}
              onChange={({ currentTarget }) => change({ body: currentTarget.value })}
            />
          )}
          <Fields of={fields("header")} {...typing} />
          {operation.isOnce && (
            <TextField
              label={IDEMPOTENCY_KEY}
              name={IDEMPOTENCY_KEY}
              value={draft.key}
              maxLength={255}
              spellCheck={false}
              autoComplete="off"
              onChange={({ currentTarget }) => change({ key: currentTarget.value })}
              hint="Sent again with the same key, it is done once. Another call gets another key by itself."
            />
          )}
        </WrongFields>
        {isLost && (
          <p className="notice" role="status">
            It was sent, and its outcome is not known yet. Send it again as it is: with the same key it is done once.
          </p>
        )}
        {isRealMoney && !isLocked && <p className="notice bad">This call may move real money.</p>}
        <div className="actions">
          <Button
            type="submit"
            busy={isPending}
            disabled={isLocked}
            look={isRealMoney && !isLocked ? "danger" : "main"}
          >
            {isRead(operation) ? "Send" : "Send, and change things"}
          </Button>
          <Button look="plain" onClick={reset}>
            Begin anew
          </Button>
        </div>
        {isLocked && <p className="hint">It changes something: turn on changes for this tab first.</p>}
      </CheckedForm>
      <div>
        {"call" in made && <Curl call={made.call} />}
        {error !== null && isUnknown(error) && <WriteFailed error={error} lost="Send it again as it is." />}
        {data !== undefined && !isPending && <Answer answer={data} operation={operation} />}
      </div>
    </div>
  );
}

type FieldsProps = {
  readonly of: readonly Field[];
  readonly typed: Typed;
  readonly onType: (name: string, value: string) => void;
};

function Fields({ of, typed, onType }: FieldsProps) {
  return of.map((field) => (
    <FieldOf
      key={field.name}
      field={field}
      value={typed[field.name] ?? ""}
      onType={(value) => onType(field.name, value)}
    />
  ));
}

type FieldProps = { readonly field: Field; readonly value: string; readonly onType: (value: string) => void };

function FieldOf({ field: { name, required, hint, values, example }, value, onType }: FieldProps) {
  const id = useId();
  const label = required ? name : `${name} (if you like)`;
  if (values === undefined)
    return (
      <TextField
        label={label}
        name={name}
        value={value}
        hint={[hint, example !== undefined && `Such as ${example}`].filter(Boolean).join(" ") || undefined}
        spellCheck={false}
        autoComplete="off"
        aria-required={required}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      >
        <option value="">Not set</option>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** The same call from a server of the project, with a key. */
function Curl({ call: { method, path, headers, body } }: { call: Call }) {
  const all = [
    ["apikey", KEY_VARIABLE],
    ...(body === undefined ? [] : [["content-type", "application/json"]]),
    ...Object.entries(headers),
  ] as [string, string][];
  return (
    <section aria-label="The same with curl">
      <h2 className={css["part"]}>The same with curl</h2>
      <CodeBlock name="curl" text={curlOf({ method, url: `${location.origin}${path}`, headers: all, body })} />
    </section>
  );
}
