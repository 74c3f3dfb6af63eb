import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { useHere } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import type { Invitation } from "./member.ts";

/** Those that nobody has accepted yet. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [asks, setAsks] = useState<Invitation>();
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">Open invitations</h2>
      <div className="table-frame">
        <table className="rows-table">
          <caption className="hidden">Open invitations</caption>
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">Role</th>
              <th scope="col">Ends</th>
              <th scope="col">
                <span className="hidden">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map((invitation) => (
              <tr key={invitation.id}>
                <td>
                  <bdi>{invitation.email}</bdi>
                </td>
                <td>{invitation.role}</td>
                <td>
                  <Time at={invitation.expiresAt} />
                </td>
                <td className="number">
                  <Button
                    look="second"
                    aria-label={`Take back: ${invitation.email}`}
                    onClick={() => setAsks(invitation)}
                  >
                    Take back
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {asks !== undefined && <TakeBackDialog of={asks} onClose={() => setAsks(undefined)} />}
    </section>
  );
}

function TakeBackDialog({ of: { id, email }, onClose }: { of: Invitation; onClose: () => void }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const toasts = useToasts();
  const done = async () => {
    onClose();
    toasts.say({ text: `The invitation of ${email} is taken back.` });
    await client.invalidateQueries({ queryKey: ["project", project.id, "members"] });
  };
  return (
    <ConfirmDialog
      title="Take the invitation back?"
      action="Take it back"
      act={() => api.write("delete", "/invitations/{id}", { params: { id } })}
      onDone={() => void done()}
      onClose={onClose}
    >
      <p>
        <bdi>{email}</bdi> cannot accept it any more. You can invite the address again.
      </p>
    </ConfirmDialog>
  );
}
