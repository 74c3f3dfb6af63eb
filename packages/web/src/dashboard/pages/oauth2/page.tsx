import { Link, Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { commandOf } from "../../../ui/command.ts";
import { shortText } from "../../../ui/format.ts";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere, useParam } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { SecretDialog } from "../../parts/secret-dialog.tsx";
import { usePanelOpen } from "../../parts/use-panel-open.ts";
import { rowId, useRowFocus } from "../../parts/use-row-focus.ts";
import type { App } from "./app.ts";
import { type Made, MadeContext, useApps } from "./use-apps.ts";

export function Oauth2Page() {
  const open = useParam("id");
  const [made, setMade] = useState<Made>();
  const hasPanel = usePanelOpen("oauth2");
  useRowFocus(open);
  const { data, error, refetch } = useApps();
  const valid = data?.apps.filter(({ revokedAt }) => revokedAt === null).length ?? 0;
  return (
    <MadeContext value={setMade}>
      <PageHead title="OAuth2">{data !== undefined && valid < data.max && <MakeLink />}</PageHead>
      <RoleNotice action="apps" what="Making applications" />
      <div className={hasPanel ? "list with-panel" : "list"}>
        <div className="list-main">
          <p className="soft">
            An application lets people log in to your app with their account here. It is a client id, a client secret
            for your server, and the addresses to which the browser may come back.
          </p>
          {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
          {error === null && data === undefined && <Skeleton lines={4} />}
          {data?.apps.length === 0 && <NoApps />}
          {data !== undefined && data.apps.length > 0 && <AppTable apps={data.apps} open={open} />}
          {data !== undefined && valid >= data.max && (
            <p className="notice">A project has at most {data.max} applications; end one before you make another.</p>
          )}
        </div>
        <Outlet />
      </div>
      {made !== undefined && <SecretOfApp made={made} onClose={() => setMade(undefined)} />}
    </MadeContext>
  );
}

function MakeLink() {
  const { project } = useHere();
  if (!project.actions.includes("apps")) return null;
  return (
    <Link className="button" to={addressOf(project.id, "oauth2/new")} search={true as never}>
      Make an application
    </Link>
  );
}

function AppTable({ apps, open }: { apps: readonly App[]; open: string | undefined }) {
  const { project } = useHere();
  return (
    <div className="table-frame">
      <table className="rows-table">
        <caption className="hidden">Applications, oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col" className="wide-only">
              Comes back to
            </th>
            <th scope="col" className="number">
              Made
            </th>
          </tr>
        </thead>
        <tbody>
          {apps.map((app) => (
            <tr key={app.id} className={app.id === open ? "open" : undefined}>
              <td>
                <Link
                  id={rowId(app.id)}
                  className="row-link"
                  to={addressOf(project.id, `oauth2/${app.id}`)}
                  search={true as never}
                  aria-current={app.id === open ? "true" : undefined}
                >
                  <bdi>{app.name}</bdi>
                </Link>
              </td>
              <td>
                {app.revokedAt === null ? <Status tone="good">In use</Status> : <Status tone="soft">Ended</Status>}
              </td>
              <td className="wide-only">
                <bdi>{app.redirectUris.map((url) => shortText(url)).join(", ")}</bdi>
              </td>
              <td className="number">
                <Time at={app.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SecretOfApp({ made: { app, clientSecret }, onClose }: { made: Made; onClose: () => void }) {
  return (
    <SecretDialog
      title={`Client secret of ${app.name}`}
      secret={clientSecret}
      name="client secret"
      command={{
        name: "For your server:",
        text: `CLIENT_ID=${app.clientId}\nCLIENT_SECRET=${clientSecret}`,
      }}
      onClose={onClose}
    >
      <p>It belongs into your server, never into a page or an app that people have.</p>
    </SecretDialog>
  );
}

function NoApps() {
  const { project } = useHere();
  const command = commandOf(`app create ${project.id} --name "My game" --redirect https://game.example/callback`);
  return <EmptyState title="No application was made yet." action={<MakeLink />} command={command} />;
}
