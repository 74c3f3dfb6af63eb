import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newKey } from "../../../api/call.ts";
import { Button } from "../../../ui/button.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { useHere } from "../../context.ts";
import { useMayDo } from "../../parts/use-may-do.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";

/** Sends an event again to one receiver, or to all of them. Pressed again without an answer, it is sent once. */
export function Resend({ eventId, receiverId }: { eventId: string; receiverId?: string }) {
  const { api, project } = useHere();
  const client = useQueryClient();
  const { say } = useToasts();
  const [key, setKey] = useState(newKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api.write("post", "/v0/events/{id}/resend", {
        params: { id: eventId },
        body: receiverId === undefined ? {} : { receiverId },
        idempotencyKey: key,
      }),
    onSuccess: () => {
      setKey(newKey());
      say({ text: "It is sent again now." });
      return client.invalidateQueries({ queryKey: ["project", project.id] });
    },
  });
  if (!useMayDo("resend")) return null;
  return (
    <>
      <Button look="second" busy={isPending} onClick={() => isPending || mutate()}>
        Send again
      </Button>
      <WriteFailed error={error} lost="Press it again: it is sent once." />
    </>
  );
}
