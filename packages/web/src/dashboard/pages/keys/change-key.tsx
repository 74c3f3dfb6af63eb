import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Skeleton } from "../../../ui/states.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere, useParam } from "../../context.ts";
import { Panel } from "../../parts/panel.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { useDraft } from "../../parts/use-draft.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { wrongByField } from "../../parts/wrong-of.ts";
import type { Key } from "./key.ts";
import { KeyForm } from "./key-form.tsx";
import { askedOf, formOf, KEY_FIELDS, wrongIn } from "./rules.ts";
import { useKeys } from "./use-keys.ts";

export function ChangeKey() {
  const { project } = useHere();
  const id = useParam("id") ?? "";
  const { data } = useKeys();
  const key = data?.items.find((one) => one.id === id && one.status === "valid");
  return (
    <Panel title="Change the key" back={addressOf(project.id, `keys/${id}`)}>
      <RoleNotice action="keys" what="Changing keys" />
      {data === undefined && <Skeleton lines={6} />}
      {data !== undefined && key === undefined && <p>No valid key of this page of the list has this id.</p>}
      {key !== undefined && project.actions.includes("keys") && <ChangeForm key={key.id} of={key} />}
    </Panel>
  );
}

function ChangeForm({ of: key }: { of: Key }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [draft, change, drop] = useDraft(`key ${key.id}`, () => formOf(key));
  const [isSent, setSent] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.write("patch", "/keys/{id}", { params: { id: key.id }, body: changesIn(key, draft) }),
    onSuccess: async () => {
      drop();
      toasts.say({ text: "The key is changed." });
      await client.invalidateQueries({ queryKey: ["project", project.id, "keys"] });
      await navigate({ to: addressOf(project.id, `keys/${key.id}`), search: true as never });
    },
  });
  const wrong = wrongIn(draft);
  const isWrong = Object.keys(wrong).length > 0;
  const send = () => {
    setSent(true);
    if (!isWrong) mutate();
  };
  return (
    <KeyForm
      form={draft}
      wrong={isSent && isWrong ? wrong : wrongByField(error)}
      onChange={change}
      onSend={send}
      isBusy={isPending}
      action="Change it"
    >
      <p className="hint">
        It holds after up to 5 seconds. Keys that took over from each other share their rules. What a key had before may
        stay, also where it is more than you may do.
      </p>
      <WriteFailed error={error} lost="Send it again: the same change twice is one." fields={KEY_FIELDS} />
    </KeyForm>
  );
}

/** What is not as it was: a rule that is not named stays. */
function changesIn(key: Key, draft: Parameters<typeof askedOf>[0]) {
  const before = askedOf(formOf(key));
  const wanted = askedOf(draft);
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  return Object.fromEntries(
    names
      .filter((name) => name === "name" || JSON.stringify(before[name]) !== JSON.stringify(wanted[name]))
      .map((name) => [name, wanted[name]]),
  );
}
