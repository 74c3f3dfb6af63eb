import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Shape } from "../../../api/shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { NotSent, Unknown } from "../../parts/make-form.tsx";
import { Panel } from "../../parts/panel.tsx";
import { ShownOnce, useShownOnce } from "../../parts/shown-once.tsx";
import { useMakeOnce } from "../../parts/use-make-once.ts";
import { WriteFailed } from "../../parts/write-failed.tsx";

/** With what the project's calls are signed: how old it is, and a new one, which is shown once. */
export function SecretPanel() {
  const { api, project } = useHere();
  const making = useMakeOnce<null, Shape<"WebhookSecret">>(
    "webhook secret",
    (_, idempotencyKey) => api.write("post", "/v0/webhook-secret/rotate", { idempotencyKey }),
    { isSecret: true },
  );
  const { state } = making;
  return (
    <Panel title="Secret of the webhooks" back={addressOf(project.id, "webhooks/endpoints")}>
      {state.kind === "made" && (
        <Shown secret={state.made.secret} until={state.made.previousUntil} onDone={making.done} />
      )}
      {state.kind === "sending" && <Skeleton lines={4} />}
      {state.kind === "unknown" && <Unknown making={making} error={state.error} />}
      {state.kind === "login" && <NotSent making={making} verb="Make the new secret" />}
      {state.kind === "form" && <Age error={state.error} onMake={() => making.send(null)} />}
    </Panel>
  );
}

function Shown({ secret, until, onDone }: { secret: string; until: string | null; onDone: () => void }) {
  const { project } = useHere();
  const client = useQueryClient();
  const once = useShownOnce(() => {
    onDone();
    void client.invalidateQueries({ queryKey: ["project", project.id, "webhook-secret"] });
  });
  return (
    <section aria-label="The new secret">
      <p className="notice" role="status">
        <strong>Keep it now.</strong> It cannot be read again once you say that you have it.
      </p>
      <p>
        {until === null ? (
          "It is the first one of this project."
        ) : (
          <>
            The one before signs too until <Time at={until} exact />: put this one into your servers by then.
          </>
        )}
      </p>
      <ShownOnce text={secret} name="secret of the webhooks" once={once} />
    </section>
  );
}

function Age({ error: refused, onMake }: { error: unknown; onMake: () => void }) {
  const { api, project } = useHere();
  const [isAsked, setAsked] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "webhook-secret"],
    queryFn: ({ signal }) => api.get("/webhooks/secret", { signal }),
    meta: { live: ["project"] },
  });
  if (data === undefined)
    return error === null ? <Skeleton lines={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const { rotatedAt, previousUntil } = data;
  const isEndOfOther = previousUntil !== null && Date.parse(previousUntil) > Date.now();
  return (
    <>
      <p>Every call to an endpoint of this project is signed with one secret, as Standard Webhooks has it.</p>
      <p>
        {rotatedAt === null ? (
          "There is none yet: it is made by the first delivery, or here."
        ) : (
          <>
            The current secret was made <Time at={rotatedAt} />, and cannot be read any more: if your servers do not
            have it, make a new one.
          </>
        )}
        {isEndOfOther && (
          <>
            {" "}
            The one before signs too until <Time at={previousUntil} exact />.
          </>
        )}
      </p>
      <WriteFailed error={refused} lost="Make it again: the same secret is shown." />
      <Button look="second" onClick={() => (rotatedAt === null ? onMake() : setAsked(true))}>
        {rotatedAt === null ? "Make the secret" : "Make a new secret"}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Make a new secret?"
          action="Make it now"
          act={async () => onMake()}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
        >
          <p>
            The new secret is shown once. For 24 hours the current one signs too, and then no more.
            {isEndOfOther && " The one before it ends at once."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
