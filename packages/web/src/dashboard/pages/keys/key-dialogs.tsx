import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { newKey } from "../../../api/call.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Pick } from "../../parts/fields.tsx";
import { FreshNotice } from "../../parts/fresh-notice.tsx";
import { WriteFailed } from "../../parts/write-failed.tsx";
import type { Key } from "./key.ts";
import { useTellMade } from "./use-keys.ts";

type KeyDialogProps = { readonly of: Key; readonly onClose: () => void };

export function RevokeDialog({ of: key, onClose }: KeyDialogProps) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const toasts = useToasts();
  const [idempotencyKey] = useState(newKey);
  const revoke = () => api.write("delete", "/keys/{id}", { params: { id: key.id }, idempotencyKey });
  const done = async () => {
    onClose();
    toasts.say({ text: `Key ${key.name} is revoked.` });
    await client.invalidateQueries({ queryKey: ["project", project.id, "keys"] });
  };
  return (
    <ConfirmDialog title={`Revoke ${key.name}?`} action="Revoke the key" act={revoke} onDone={done} onClose={onClose}>
      <p>
        Calls with it are refused from now on, within 5 seconds in all processes. This cannot be undone.{" "}
        {key.lastUsedAt === null ? (
          "It was never used."
        ) : (
          <>
            It was last used <Time at={key.lastUsedAt} />.
          </>
        )}
      </p>
      {key.rolledTo !== null && <p>The key that took over from it stays.</p>}
    </ConfirmDialog>
  );
}

const HOUR_MS = 3_600_000;

/** How long the former key stays valid, in hours. */
const KEPT = [
  ["1", "For an hour"],
  ["24", "For a day"],
  ["168", "For 7 days"],
  ["720", "For 30 days"],
] as const;
/** The most that the service takes, less the time of the call. */
const KEPT_MAX_MS = 720 * HOUR_MS - 60_000;

export function RollDialog({ of: key, onClose }: KeyDialogProps) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tellMade = useTellMade();
  const [hours, setHours] = useState("24");
  // A body of another time is another request.
  const [formerEnds, setFormerEnds] = useState<{ readonly hours: string; readonly at: string; readonly key: string }>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => {
      const kept = Math.min(Number(hours) * HOUR_MS, KEPT_MAX_MS);
      const sent =
        formerEnds?.hours === hours
          ? formerEnds
          : { hours, at: new Date(Date.now() + kept).toISOString(), key: newKey() };
      setFormerEnds(sent);
      const body = { formerEndsAt: sent.at };
      return api.write("post", "/keys/{id}/roll", { params: { id: key.id }, body, idempotencyKey: sent.key });
    },
    onSuccess: async (made) => {
      onClose();
      tellMade({ key: made, asked: undefined });
      await navigate({ to: addressOf(project.id, `keys/${made.id}`), search: true as never });
      // Who did it is shown from the history of the former key.
      for (const name of ["keys", "history"])
        await client.invalidateQueries({ queryKey: ["project", project.id, name] });
    },
  });
  return (
    <Dialog title={`Roll ${key.name} over?`} onClose={onClose}>
      <p>
        Another key takes over with the same name, rules and end, on the same budgets. Put its secret into your server
        while the former one is still valid.
      </p>
      <Pick label="The former key stays valid" value={hours} options={KEPT} onPick={setHours} />
      <FreshNotice />
      <WriteFailed error={error} lost="Send it again: it is rolled over once." />
      <div className="actions">
        <Button busy={isPending} onClick={() => isPending || mutate()}>
          Roll it over
        </Button>
        <Button look="second" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
