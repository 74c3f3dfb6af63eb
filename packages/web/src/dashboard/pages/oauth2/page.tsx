import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { commandOf } from "../../../ui/command.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { shortText } from "../../../ui/format.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere, useParam } from "../../context.ts";
import { ListFrame, ListRows, type Shown } from "../../parts/list-frame.tsx";
import { NewLink } from "../../parts/new-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { SecretDialog } from "../../parts/secret-dialog.tsx";
import { usePanelOpen } from "../../parts/use-panel-open.ts";
import { useRowFocus } from "../../parts/use-row-focus.ts";
import type { App } from "./app.ts";
import { type Made, MadeContext, useApps } from "./use-apps.ts";

const LIST = {
  title: "Applications",
  order: "oldest first",
  path: "oauth2",
  columns: [
    { name: "Name", cell: ({ name }) => <bdi>{name}</bdi> },
    {
      name: "Status",
      cell: ({ revokedAt }) =>
        revokedAt === null ? <Status tone="good">In use</Status> : <Status tone="soft">Ended</Status>,
    },
    {
      name: "Comes back to",
      look: "wide-only",
      cell: ({ redirectUris }) => <bdi>{redirectUris.map((url) => shortText(url)).join(", ")}</bdi>,
    },
    { name: "Made", look: "number", cell: ({ createdAt }) => <Time at={createdAt} /> },
  ],
  idOf: ({ id }) => id,
} satisfies Shown<App>;

export function Oauth2Page() {
  const open = useParam("id");
  const [made, setMade] = useState<Made>();
  const hasPanel = usePanelOpen("oauth2");
  useRowFocus(open);
  const { data, ...read } = useApps();
  const valid = data?.apps.filter(({ revokedAt }) => revokedAt === null).length ?? 0;
  const rows = { ...read, data: data && { items: data.apps, nextCursor: undefined } };
  return (
    <MadeContext value={setMade}>
      <PageHead title="OAuth2">{data !== undefined && valid < data.max && <MakeLink />}</PageHead>
      <RoleNotice action="apps" what="Making applications" />
      <ListFrame hasPanel={hasPanel}>
        <p className="soft">
          An application lets people log in to your app with their account here. It is a client id, a client secret for
          your server, and the addresses to which the browser may come back.
        </p>
        <ListRows list={LIST} rows={rows} none={<NoApps />} open={open} />
        {data !== undefined && valid >= data.max && (
          <p className="notice">A project has at most {data.max} applications; end one before you make another.</p>
        )}
      </ListFrame>
      {made !== undefined && <SecretOfApp made={made} onClose={() => setMade(undefined)} />}
    </MadeContext>
  );
}

function MakeLink() {
  return (
    <NewLink path="oauth2/new" action="apps">
      Make an application
    </NewLink>
  );
}

function SecretOfApp({ made: { app, clientSecret }, onClose }: { made: Made; onClose: () => void }) {
  if (clientSecret === null)
    return (
      <Dialog title={`Client secret of ${app.name}`} onClose={onClose}>
        <p>
          It was made when you sent this before, and it was in the answer that did not arrive. It cannot be read any
          more. End it, and make another one: the list of client secrets says which one was made last.
        </p>
        <Button onClick={onClose}>Done</Button>
      </Dialog>
    );
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
      <p>It belongs on your server, never in a page or an app that people have.</p>
    </SecretDialog>
  );
}

function NoApps() {
  const { project } = useHere();
  const command = commandOf(`app create ${project.id} --name "My game" --redirect https://game.example/callback`);
  return <EmptyState title="No application was made yet." action={<MakeLink />} command={command} />;
}
