import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Field } from "../../../ui/field.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { zoneHere } from "../../../ui/time-text.ts";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { Pick } from "../../parts/fields.tsx";
import { Panel } from "../../parts/panel.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { satsOf } from "../../parts/typed-sats.ts";
import { useKeyedDraft } from "../../parts/use-draft.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { wrongByField } from "../../parts/wrong-of.ts";
import { chosenEnd, END_CHOICES, type EndForm, endOf, wrongEnd } from "./ends.ts";
import { KeyForm } from "./key-form.tsx";
import { askedOf, boundsIn, EMPTY_FORM, type KeyForm as Form, KEY_FIELDS, wrongIn } from "./rules.ts";
import { useOwnLimits, useTellMade } from "./use-keys.ts";

type Draft = Form & EndForm;

export function NewKey() {
  const { project } = useHere();
  return (
    <Panel title="Make a key" back={addressOf(project.id, "keys")}>
      {project.actions.includes("keys") ? <MakeForm /> : <RoleNotice action="keys" what="Making keys" />}
    </Panel>
  );
}

/** It begins with what the member may give at most: without these bounds it would be refused. */
function MakeForm() {
  const { isPending, ...own } = useOwnLimits();
  return isPending ? <Skeleton lines={8} /> : <KeyDraft cap={satsOf(own.cap)} daily={satsOf(own.daily)} />;
}

function KeyDraft(own: { readonly cap: string; readonly daily: string }) {
  const { project } = useHere();
  const emptyDraft = (): Draft => ({ ...EMPTY_FORM, ...own, end: "never", endsOn: "", endsAt: "" });
  const keyed = useKeyedDraft(`key ${project.id}`, emptyDraft);
  const { draft, change } = keyed;
  const [isSent, setSent] = useState(false);
  const { mutate, error, isPending } = useMake(keyed);
  const wrong = { ...wrongIn(draft), ...wrongEnd(draft, new Date()) };
  const isWrong = Object.keys(wrong).length > 0;
  const said = isSent && isWrong ? wrong : wrongByField(error);
  const fields = draft.end === "on" ? [...KEY_FIELDS, "endsAt"] : KEY_FIELDS;
  const send = () => {
    setSent(true);
    if (!isWrong) mutate();
  };
  return (
    <KeyForm form={draft} wrong={said} onChange={change} onSend={send} isBusy={isPending} action="Make the key">
      <Pick
        label="It ends"
        value={draft.end}
        options={END_CHOICES}
        onPick={(end) => change(chosenEnd(end, new Date()))}
      />
      {draft.end === "on" && (
        <Field
          label={`On (${zoneHere()})`}
          type="datetime-local"
          value={draft.endsOn}
          wrong={said["endsOn"] ?? said["endsAt"]}
          onChange={({ currentTarget }) => change({ endsOn: currentTarget.value })}
        />
      )}
      <WriteFailed
        error={error}
        lost="Send it again: this form makes one key, however often it is sent."
        fields={fields}
      />
    </KeyForm>
  );
}

function useMake({ draft, drop, idempotencyKey, onError }: ReturnType<typeof useKeyedDraft<Draft>>) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tellMade = useTellMade();
  return useMutation({
    mutationFn: async () => {
      const asked = askedOf(draft);
      const endsAt = endOf(draft)?.toISOString();
      const body = { ...boundsIn(asked), ...(endsAt === undefined ? {} : { endsAt }) };
      return { asked, key: await api.write("post", "/keys", { body, idempotencyKey }) };
    },
    onSuccess: async ({ key, asked }) => {
      drop();
      tellMade({ key, asked });
      await navigate({ to: addressOf(project.id, `keys/${key.id}`), search: true as never, replace: true });
      await client.invalidateQueries({ queryKey: ["project", project.id, "keys"] });
    },
    onError,
  });
}
