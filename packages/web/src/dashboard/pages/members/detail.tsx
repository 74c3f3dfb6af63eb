import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere, useParam } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Fact, Facts, LongFact } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useMembers } from "../../parts/use-members.ts";
import { ChangeMember } from "./change-member.tsx";
import { type Member, nameOf } from "./member.ts";

export function MemberDetail() {
  const { project } = useHere();
  const id = useParam("id") ?? "";
  const { data, error, refetch } = useMembers();
  const member = data?.members.find((one) => one.id === id);
  return (
    <Panel title="Member" back={addressOf(project.id, "members")}>
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={6} />}
      {data !== undefined && member === undefined && <p>No member of this project has this id.</p>}
      {member !== undefined && <Shown key={member.id} of={member} />}
    </Panel>
  );
}

function Shown({ of: member }: { of: Member }) {
  const { project } = useHere();
  const { user, role, isYou } = member;
  return (
    <>
      <p className="sum">
        <bdi>
          <strong>{nameOf(user)}</strong>
        </bdi>
        <span className="soft">
          {role}
          {isYou && ", you"}
        </span>
      </p>
      <Facts>
        <LongFact name="E-mail" text={user.email} />
        <Fact name="One payment">
          <Most msats={member.cap} role={role} />
        </Fact>
        <Fact name="In any 24 hours">
          <Most msats={member.daily} role={role} />
        </Fact>
        <Fact name="Sent in the last 24 hours">
          <Amount msats={member.spent} />
        </Fact>
        <Fact name="Member since">
          <Time at={member.addedAt} exact />
        </Fact>
        <LongFact name="Id" text={member.id} />
      </Facts>
      {project.actions.includes("members") && (
        <>
          <ChangeMember of={member} />
          {!isYou && <Removal of={member} />}
        </>
      )}
    </>
  );
}

function Most({ msats, role }: { msats: string | null; role: Member["role"] }): ReactNode {
  if (role === "viewer") return "a viewer sends nothing";
  if (msats === null) return "any amount";
  return (
    <>
      at most <Amount msats={msats} />
    </>
  );
}

function Removal({ of: { id, user } }: { of: Member }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [asks, setAsks] = useState(false);
  const done = async () => {
    toasts.say({ text: `${nameOf(user)} is no member any more.` });
    await navigate({ to: addressOf(project.id, "members"), search: true as never });
    await client.invalidateQueries({ queryKey: ["project", project.id, "members"] });
  };
  return (
    <>
      <p>
        <Button look="danger" onClick={() => setAsks(true)}>
          Remove
        </Button>
      </p>
      {asks && (
        <ConfirmDialog
          title={`Remove ${nameOf(user)}?`}
          action="Remove the member"
          act={() => api.write("delete", "/members/{id}", { params: { id } })}
          onDone={() => void done()}
          onClose={() => setAsks(false)}
        >
          <p>
            The next call of <bdi>{nameOf(user)}</bdi> is refused. Keys and applications that the member made stay:
            revoke those that only the member knew.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
