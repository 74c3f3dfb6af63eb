import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CallFailed } from "../../api/failure.ts";
import type { DashboardMe } from "../../api/own-paths.ts";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { addressOf } from "../addresses.ts";
import { useDashboard } from "../context.ts";
import { WriteFailed } from "../parts/write-failed.tsx";

type Invitation = DashboardMe["invitations"][number];

/** Invitations to the address of the person, to be accepted or declined. */
export function OwnInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <ul className="cards">
      {invitations.map((invitation) => (
        <OwnInvitation key={invitation.id} of={invitation} />
      ))}
    </ul>
  );
}

function OwnInvitation({ of: { id, project, role, invitedBy, expiresAt } }: { of: Invitation }) {
  const { api } = useDashboard();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const params = { id };
  const readAgain = () => client.invalidateQueries({ queryKey: ["me"] });
  const accept = useMutation({
    mutationFn: () => api.write("post", "/invitations/{id}/accept", { params }),
    onSuccess: async () => {
      await readAgain();
      await navigate({ to: addressOf(project.id) });
    },
  });
  const decline = useMutation({
    mutationFn: () => api.write("delete", "/invitations/{id}", { params }),
    onSuccess: async () => {
      toasts.say({ text: `You have declined the invitation to ${project.name}. It can invite you again.` });
      await readAgain();
    },
  });
  const isBusy = accept.isPending || decline.isPending;
  const error = accept.error ?? decline.error;
  const isGone = error instanceof CallFailed && error.code === "invitation_gone";
  return (
    <li>
      <p>
        <strong>
          <bdi>{project.name}</bdi>
        </strong>{" "}
        as {role}, by {invitedBy === null ? "the operator of this service" : <bdi>{invitedBy}</bdi>}.
        {!isGone && (
          <>
            {" "}
            The invitation ends <Time at={expiresAt} />.
          </>
        )}
      </p>
      {isGone ? (
        <p className="notice" role="alert">
          This invitation is not open any more: it has ended, or was taken back. Ask for another one.
        </p>
      ) : (
        <>
          <WriteFailed error={error} lost="Reload the page before you do it again." />
          <div className="actions">
            <Button busy={accept.isPending} onClick={() => isBusy || accept.mutate()}>
              Accept
            </Button>
            <Button look="second" busy={decline.isPending} onClick={() => isBusy || decline.mutate()}>
              Decline
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
