import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { newKey } from "../../../api/call.ts";
import type { PageShape } from "../../../api/shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere, useParam } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Fact, Facts, LongFact } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useApp, useTellMade } from "./use-apps.ts";

type Shown = PageShape<"ApplicationWithSecrets">;

export function AppDetail() {
  const { project } = useHere();
  const id = useParam("id") ?? "";
  const { data: app, error, refetch } = useApp(id);
  return (
    <Panel title="Application" back={addressOf(project.id, "oauth2")}>
      {error !== null && app === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && app === undefined && <Skeleton lines={6} />}
      {app !== undefined && <AppFacts of={app} />}
    </Panel>
  );
}

function AppFacts({ of: app }: { of: Shown }) {
  const { project } = useHere();
  const isValid = app.revokedAt === null;
  return (
    <>
      <p className="sum">
        <bdi>
          <strong>{app.name}</strong>
        </bdi>
        {isValid ? <Status tone="good">In use</Status> : <Status tone="soft">Ended</Status>}
      </p>
      {isValid && project.actions.includes("apps") && <Actions of={app} />}
      <Facts>
        <Fact name="Client id">
          <bdi>{app.clientId}</bdi> <CopyButton text={app.clientId} name="client id" />
        </Fact>
        {app.redirectUris.map((url, i) => (
          <Fact key={url} name={`Redirect URL ${i + 1}`}>
            <bdi>{url}</bdi> <CopyButton text={url} name={`redirect URL ${i + 1}`} />
          </Fact>
        ))}
        {app.logoUrl !== null && <LongFact name="Logo" text={app.logoUrl} />}
        <Fact name="Made">
          <Time at={app.createdAt} exact />
        </Fact>
        {app.revokedAt !== null && (
          <Fact name="Ended">
            <Time at={app.revokedAt} exact />
          </Fact>
        )}
        {isValid && (
          <Fact name="Client secrets">
            {app.secrets.map(({ createdAt }) => (
              <div key={createdAt}>
                made <Time at={createdAt} />
              </div>
            ))}
          </Fact>
        )}
        <LongFact name="Id" text={app.id} />
      </Facts>
    </>
  );
}

type Asks = "rotate" | "endFormer" | "end";

function Actions({ of: app }: { of: Shown }) {
  const { project } = useHere();
  const [asks, setAsks] = useState<Asks>();
  const close = () => setAsks(undefined);
  const at = (path: string) => addressOf(project.id, `oauth2/${app.id}/${path}`);
  return (
    <div className="actions">
      <Link className="button" to={at("try")} search={true as never}>
        Try it
      </Link>
      <Link className="button second" to={at("change")} search={true as never}>
        Change
      </Link>
      <Button look="second" onClick={() => setAsks("rotate")}>
        Another client secret
      </Button>
      {app.secrets.length > 1 && (
        <Button look="second" onClick={() => setAsks("endFormer")}>
          End the former secret
        </Button>
      )}
      <Button look="danger" onClick={() => setAsks("end")}>
        End
      </Button>
      {asks === "rotate" && <RotateDialog of={app} onClose={close} />}
      {asks === "endFormer" && <EndFormerDialog of={app} onClose={close} />}
      {asks === "end" && <EndDialog of={app} onClose={close} />}
    </div>
  );
}

type AppDialogProps = { readonly of: Shown; readonly onClose: () => void };

/** Reads the applications again, and says what was done. */
function useDone(onClose: () => void) {
  const { project } = useHere();
  const client = useQueryClient();
  const toasts = useToasts();
  return async (text: string | undefined) => {
    onClose();
    if (text !== undefined) toasts.say({ text });
    await client.invalidateQueries({ queryKey: ["project", project.id, "apps"] });
  };
}

function RotateDialog({ of: app, onClose }: AppDialogProps) {
  const { api } = useHere();
  const tellMade = useTellMade();
  const done = useDone(onClose);
  const [idempotencyKey] = useState(newKey);
  const make = () => api.write("post", "/apps/{id}/secrets", { params: { id: app.id }, idempotencyKey });
  return (
    <ConfirmDialog
      title="Make another client secret?"
      action="Make it"
      isDanger={false}
      act={async () => tellMade(await make())}
      onDone={() => void done(undefined)}
      onClose={onClose}
      lost="Send it again: one secret is made, however often it is sent."
    >
      <p>
        The newest secret stays valid beside it, until you end it or make another one.
        {app.secrets.length > 1 && " The older one ends at once."}
      </p>
    </ConfirmDialog>
  );
}

function EndFormerDialog({ of: app, onClose }: AppDialogProps) {
  const { api } = useHere();
  const done = useDone(onClose);
  return (
    <ConfirmDialog
      title="End the former client secret?"
      action="End it"
      act={() => api.write("delete", "/apps/{id}/secrets", { params: { id: app.id } })}
      onDone={() => void done("The former client secret is ended.")}
      onClose={onClose}
    >
      <p>The newest one stays. A server that still has the former one cannot log people in any more.</p>
    </ConfirmDialog>
  );
}

function EndDialog({ of: app, onClose }: AppDialogProps) {
  const { api } = useHere();
  const done = useDone(onClose);
  return (
    <ConfirmDialog
      title={`End ${app.name}?`}
      action="End the application"
      act={() => api.write("delete", "/apps/{id}", { params: { id: app.id } })}
      onDone={() => void done(`${app.name} is ended.`)}
      onClose={onClose}
    >
      <p>
        Nobody logs in through it any more, and the tokens that it has are worth nothing from now on. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}
