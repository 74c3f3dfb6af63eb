import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import type { Role } from "../../../api/own-paths.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { Pick } from "../../parts/fields.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { Panel } from "../../parts/panel.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { useDraft } from "../../parts/use-draft.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { wrongOf } from "../../parts/wrong-of.ts";
import { ROLES } from "./member.ts";

export function Invite() {
  const { project } = useHere();
  return (
    <Panel title="Invite a member" back={addressOf(project.id, "members")}>
      {project.actions.includes("members") ? <InviteForm /> : <RoleNotice action="members" what="Inviting" />}
    </Panel>
  );
}

function InviteForm() {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [draft, change, drop] = useDraft(`invitation ${project.id}`, () => ({ email: "", role: "viewer" as Role }));
  const [isEmpty, setEmpty] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.write("post", "/invitations", { body: { email: draft.email.trim(), role: draft.role } }),
    onSuccess: async ({ email }) => {
      drop();
      toasts.say({ text: `${email} is invited.` });
      await client.invalidateQueries({ queryKey: ["project", project.id, "members"] });
      await navigate({ to: addressOf(project.id, "members"), search: true as never });
    },
  });
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    setEmpty(draft.email.trim() === "");
    if (draft.email.trim() !== "" && !isPending) mutate();
  };
  return (
    <CheckedForm onSubmit={send} noValidate>
      <FreshNotice />
      <p>The address gets a mail. Whoever logs in with it within 7 days can accept.</p>
      <Field
        label="E-mail address"
        type="email"
        autoComplete="off"
        value={draft.email}
        wrong={isEmpty ? "Type an address." : wrongOf(error)["email"]}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
      />
      <Pick label="Role" value={draft.role} options={ROLES} onPick={(role) => change({ role: role as Role })} />
      <WriteFailed error={error} lost="Look at the open invitations before you send it again." fields={["email"]} />
      <div className="actions">
        <Button type="submit" busy={isPending}>
          Invite
        </Button>
      </div>
    </CheckedForm>
  );
}
