import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Panel } from "../../parts/panel.tsx";
import { WriteFailed } from "../../parts/write-failed.tsx";
import { useSecretOnce } from "./use-secret-once.ts";

/** With what the project's calls are signed: how old it is, and a new one, which is shown once. */
export function SecretPanel() {
  const { project } = useHere();
  const { state, ask, done } = useSecretOnce();
  const first = useRef(state.kind);
  // What had the focus is gone with what was shown before.
  useEffect(() => {
    if (state.kind !== first.current) document.querySelector<HTMLElement>(".panel h2")?.focus();
    first.current = state.kind;
  }, [state.kind]);
  return (
    <Panel title="Secret of the webhooks" back={addressOf(project.id, "webhooks/endpoints")}>
      {state.kind === "shown" && (
        <Shown secret={state.secret.secret} until={state.secret.previousUntil} onDone={done} />
      )}
      {state.kind === "asking" && <Skeleton lines={4} />}
      {state.kind === "unknown" && (
        <div className="notice" role="alert">
          <p>
            <strong>It was sent, and its answer was lost.</strong> Ask again: the same secret is shown, and no other one
            is made.
          </p>
          <WriteFailed error={state.error} lost="Ask again: the same secret is shown." />
          <Button onClick={ask}>Ask again</Button>
        </div>
      )}
      {state.kind === "none" && <Age error={state.error} onMake={ask} />}
    </Panel>
  );
}

function Shown({ secret, until, onDone }: { secret: string; until: string | null; onDone: () => void }) {
  const { project } = useHere();
  const client = useQueryClient();
  return (
    <section aria-label="The new secret">
      <p className="notice" role="status">
        <strong>Keep it now.</strong> Nobody can read it again once you say that you have it.
      </p>
      <CodeBlock name="secret" text={secret} />
      <p>
        {until === null ? (
          "It is the first one of this project."
        ) : (
          <>
            The one before signs too until <Time at={until} exact />: put this one into your servers until then.
          </>
        )}
      </p>
      <Button
        onClick={() => {
          onDone();
          void client.invalidateQueries({ queryKey: ["project", project.id, "webhook-secret"] });
        }}
      >
        I have it
      </Button>
    </section>
  );
}

function Age({ error: refused, onMake }: { error: unknown; onMake: () => void }) {
  const { api, project } = useHere();
  const [isAsked, setAsked] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "webhook-secret"],
    queryFn: ({ signal }) => api.get("/webhooks/secret", { signal }),
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
            The secret of now was made <Time at={rotatedAt} />.
          </>
        )}
        {isEndOfOther && (
          <>
            {" "}
            The one before signs too until <Time at={previousUntil} exact />.
          </>
        )}
      </p>
      <WriteFailed error={refused} lost="Ask again: the same secret is shown." />
      <Button look="second" onClick={() => setAsked(true)}>
        Make a new secret
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
            {rotatedAt === null
              ? "The secret is shown once."
              : "The new secret is shown once. For 24 hours the one of now signs too, and then no more."}
            {isEndOfOther && " The one before it ends at once."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
