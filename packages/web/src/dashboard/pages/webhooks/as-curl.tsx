import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useHere } from "../../context.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { curlOf } from "../../parts/curl.ts";
import type { Delivery } from "./webhook.ts";

type Key = Pick<Delivery, "eventId" | "receiverId">;

/** The request as it would be sent now, for a receiver on a developer's machine. */
export function AsCurl({ of }: { of: Key }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="second" onClick={() => setOpen(true)}>
        As curl
      </Button>
      {isOpen && (
        <Dialog title="The delivery as curl" onClose={() => setOpen(false)}>
          <Command of={of} />
        </Dialog>
      )}
    </>
  );
}

/** Headers that curl writes itself, for the address that it calls. */
const OWN_OF_CURL: readonly string[] = ["host", "content-length", "accept-encoding"];

function Command({ of }: { of: Key }) {
  const { api, project } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "delivery-request", of.eventId, of.receiverId],
    queryFn: ({ signal }) =>
      api.get("/webhooks/deliveries/{eventId}/{receiverId}/request", { params: { ...of }, signal }),
    gcTime: 0, // its signature is of now
  });
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const headers = (data.headers ?? [])
    .filter(({ name }) => !OWN_OF_CURL.includes(name.toLowerCase()))
    .map(({ name, value }) => [name, value] as const);
  const { method, body } = data;
  return (
    <>
      <p>Signed now: receivers take it for five minutes. Put the address of your machine in place of the receiver's.</p>
      <CodeBlock name="curl" text={curlOf({ method, url: data.url ?? "http://localhost:3000/hook", headers, body })} />
    </>
  );
}
