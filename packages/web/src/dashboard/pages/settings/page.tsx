import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useHere } from "../../context.ts";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { Fact, Facts, LongFact } from "../../parts/facts.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { ChangeSettings } from "./change-settings.tsx";

export function SettingsPage() {
  const { api, me, project } = useHere();
  const { data, error, refetch } = useQuery({
    queryKey: ["project", project.id, "settings"],
    queryFn: ({ signal }) => api.get("/settings", { signal }),
    meta: { live: ["project"] },
  });
  return (
    <>
      <PageHead title="Settings" />
      <div className="column">
        <RoleNotice action="settings" what="Changing the settings" />
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {error === null && data === undefined && <Skeleton lines={6} />}
        {data !== undefined && (
          <>
            <ChangeSettings of={data} />
            <Facts>
              <LongFact name="Lightning address" text={`${data.handle}@${location.host}`} />
              <LongFact name="Project id" text={project.id} />
              <Fact name="Made">
                <Time at={project.createdAt} exact />
              </Fact>
              <Fact name="Your role">{project.role}</Fact>
            </Facts>
          </>
        )}
        <Leaving />
        {me.mayCreateProjects && (
          <section aria-labelledby="another">
            <h2 id="another">Another project</h2>
            <p>
              <Link className="button second" to="/projects/new">
                Make another project
              </Link>
            </p>
          </section>
        )}
      </div>
    </>
  );
}

function Leaving() {
  const { api, project } = useHere();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const done = async () => {
    await client.invalidateQueries({ queryKey: ["me"] });
    await navigate({ to: "/" });
  };
  return (
    <section aria-labelledby="leave">
      <h2 id="leave">Leave the project</h2>
      <p>You will no longer be a member. The last owner cannot leave: make another member an owner first.</p>
      <p>
        <Button look="danger" onClick={() => setAsks(true)}>
          Leave
        </Button>
      </p>
      {asks && (
        <ConfirmDialog
          title={`Leave ${project.name}?`}
          action="Leave the project"
          act={() => api.write("delete", "/membership")}
          onDone={() => void done()}
          onClose={() => setAsks(false)}
        >
          <p>Your next call here is refused. Only another invitation brings you back.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
