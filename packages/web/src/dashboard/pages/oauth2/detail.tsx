import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { PageShape } from "../../../api/shapes.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere, useParam } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Fact, Facts, LongFact } from "../../parts/facts.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Secrets } from "./secrets.tsx";
import { useApp, useDone } from "./use-apps.ts";

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
        <LongFact name="Id" text={app.id} />
      </Facts>
      {isValid && <Secrets of={app} />}
    </>
  );
}

function Actions({ of: app }: { of: Shown }) {
  const { project } = useHere();
  const [isEnding, setEnding] = useState(false);
  const at = (path: string) => addressOf(project.id, `oauth2/${app.id}/${path}`);
  return (
    <div className="actions">
      <Link className="button" to={at("try")} search={true as never}>
        Try it
      </Link>
      <Link className="button second" to={at("change")} search={true as never}>
        Change
      </Link>
      <Button look="danger" onClick={() => setEnding(true)}>
        End
      </Button>
      {isEnding && <EndDialog of={app} onClose={() => setEnding(false)} />}
    </div>
  );
}

function EndDialog({ of: app, onClose }: { readonly of: Shown; readonly onClose: () => void }) {
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
