import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import type { Role } from "../../../api/own-paths.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { useHere } from "../../context.ts";
import { Pick } from "../../parts/fields.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { msatsOf, satsOf, wrongSats } from "../../parts/typed-sats.ts";
import { useDraft } from "../../parts/use-draft.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { type Member, ROLES } from "./member.ts";

type Form = { readonly role: Role; readonly cap: string; readonly daily: string };

/** Role and limits of a member. A limit can be another one; to none it cannot go back. */
export function ChangeMember({ of: member }: { of: Member }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const toasts = useToasts();
  const { id, role, cap, daily } = member;
  const formOf = (): Form => ({ role, cap: satsOf(cap), daily: satsOf(daily) });
  const [draft, change, drop] = useDraft<Form>(`member ${id}`, formOf);
  const [isSent, setSent] = useState(false);
  const changes = changesIn(formOf(), draft);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.write("patch", "/members/{id}", { params: { id }, body: changes }),
    onSuccess: async () => {
      drop();
      setSent(false);
      toasts.say({ text: "The member is changed." });
      await Promise.all([
        client.invalidateQueries({ queryKey: ["project", project.id, "members"] }),
        // One's own role says what the pages show.
        client.invalidateQueries({ queryKey: ["me"] }),
      ]);
    },
  });
  const wrong = { cap: wrongLimit(cap, draft.cap), daily: wrongLimit(daily, draft.daily) };
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    setSent(true);
    const isRight = wrong.cap === undefined && wrong.daily === undefined;
    if (isRight && !isPending && Object.keys(changes).length > 0) mutate();
  };
  return (
    <CheckedForm onSubmit={send} noValidate>
      <h3>Change</h3>
      <FreshNotice />
      <Pick label="Role" value={draft.role} options={ROLES} onPick={(role) => change({ role: role as Role })} />
      {draft.role !== "viewer" &&
        LIMITS.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            inputMode="decimal"
            placeholder="any amount"
            autoComplete="off"
            value={draft[name]}
            wrong={isSent ? wrong[name] : undefined}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        ))}
      <WriteFailed error={error} lost="Send it again: the same change twice is one." />
      <div className="actions">
        <Button type="submit" busy={isPending} disabled={Object.keys(changes).length === 0}>
          Change the member
        </Button>
      </div>
    </CheckedForm>
  );
}

const LIMITS = [
  ["cap", "One payment, at most (sat)"],
  ["daily", "In any 24 hours, at most (sat)"],
] as const;

function wrongLimit(before: string | null, typed: string): string | undefined {
  if (before !== null && typed.trim() === "") return "A member who has a limit keeps one: type another.";
  if (msatsOf(typed) === "0") return "A limit is more than 0; a viewer sends nothing.";
  return wrongSats(typed);
}

/** What is not as it was. */
function changesIn(before: Form, draft: Form) {
  const limit = (name: "cap" | "daily") => {
    const msats = msatsOf(draft[name]);
    return msats === undefined || msats === msatsOf(before[name]) || draft.role === "viewer" ? {} : { [name]: msats };
  };
  return { ...(draft.role === before.role ? {} : { role: draft.role }), ...limit("cap"), ...limit("daily") };
}
