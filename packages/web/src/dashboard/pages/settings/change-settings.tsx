import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { useHere } from "../../context.ts";
import { Pick } from "../../parts/fields.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { useDraft } from "../../parts/use-draft.ts";
import { useMembers } from "../../parts/use-members.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { wrongOf } from "../../parts/wrong-of.ts";
import { changesIn, formOf, type Settings, type SettingsForm, wrongIn } from "./settings.ts";

export function ChangeSettings({ of: settings }: { of: Settings }) {
  const { project } = useHere();
  const mayChange = project.actions.includes("settings");
  const [draft, change, drop] = useDraft<SettingsForm>(`settings ${project.id}`, () => formOf(settings));
  const [isSent, setSent] = useState(false);
  const changes = changesIn(formOf(settings), draft);
  const { mutate, error, isPending } = useChange(changes, () => {
    drop();
    setSent(false);
  });
  const wrong = wrongIn(draft);
  const said = isSent && Object.keys(wrong).length > 0 ? wrong : wrongOf(error);
  const hasChanges = Object.keys(changes).length > 0;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    setSent(true);
    if (Object.keys(wrong).length === 0 && hasChanges && !isPending) mutate();
  };
  return (
    <CheckedForm onSubmit={send} noValidate>
      <fieldset className="plain" disabled={!mayChange}>
        <legend className="hidden">Settings</legend>
        {mayChange && <FreshNotice />}
        <Field
          label="Name"
          hint="The Lightning address stays as it is: others may have written it down."
          value={draft.name}
          maxLength={64}
          autoComplete="off"
          wrong={said["name"]}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Contact value={draft.contact} onPick={(contact) => change({ contact })} />
        <Field
          label="Mail when the wallet holds less than (sat)"
          inputMode="decimal"
          placeholder="never"
          autoComplete="off"
          value={draft.lowBalance}
          wrong={said["lowBalance"]}
          onChange={({ currentTarget }) => change({ lowBalance: currentTarget.value })}
        />
        <Pick
          label="Language of mails in the name of the project"
          value={draft.language}
          options={settings.languages.map(({ code, name }) => [code, name])}
          onPick={(language) => change({ language: language as SettingsForm["language"] })}
        />
        <WriteFailed
          error={error}
          lost="Send it again: the same change twice is one."
          fields={["name", "lowBalance"]}
        />
        {mayChange && (
          <div className="actions">
            <Button type="submit" busy={isPending} disabled={!hasChanges}>
              Change the settings
            </Button>
          </div>
        )}
      </fieldset>
    </CheckedForm>
  );
}

function useChange(changes: ReturnType<typeof changesIn>, onDone: () => void) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => api.write("patch", "/settings", { body: changes }),
    onSuccess: async () => {
      onDone();
      toasts.say({ text: "The settings are changed." });
      await Promise.all([
        client.invalidateQueries({ queryKey: ["project", project.id, "settings"] }),
        // The name is in the head of each page.
        client.invalidateQueries({ queryKey: ["me"] }),
      ]);
    },
  });
}

/** One of the members: nobody else is sent mails that they did not ask for. */
function Contact({ value, onPick }: { value: string; onPick: (contact: string) => void }) {
  const { data } = useMembers();
  const emails = data?.members.map(({ user }) => user.email) ?? [];
  const others = value === "" || emails.includes(value) ? [] : [value];
  return (
    <Pick
      label="Contact"
      hint="Gets a mail when the wallet is low, a webhook fails, sending pauses or a key ends."
      value={value}
      options={[["", "Nobody"], ...[...emails, ...others].map((email) => [email, email] as const)]}
      onPick={onPick}
    />
  );
}
