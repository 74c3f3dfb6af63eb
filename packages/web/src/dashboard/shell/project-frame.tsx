import { Outlet } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { useLive } from "../../api/use-live.ts";
import { LiveNotice } from "../../ui/live-notice.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { HereContext, useDashboard, useMe, useParam } from "../context.ts";
import { lastProject } from "./last-project.ts";
import { NothingHere } from "./nothing-here.tsx";

/** What is around the pages of one project. */
export function ProjectFrame() {
  const id = useParam("project");
  const { apiOf } = useDashboard();
  const { data: me, error, refetch } = useMe();
  const project = me?.projects.find((one) => one.id === id);
  const here = useMemo(
    () => (me === undefined || project === undefined ? undefined : { me, project, api: apiOf(project.id) }),
    [me, project, apiOf],
  );
  useEffect(() => {
    if (project !== undefined) lastProject.write(project.id);
  }, [project]);
  if (error !== null && me === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (me === undefined) return <Skeleton />;
  if (here === undefined) return <NothingHere />;
  return (
    // Another project is another page: nothing of the one before stays.
    <HereContext key={here.project.id} value={here}>
      <Live project={here.project.id} />
      <Outlet />
    </HereContext>
  );
}

/** Says when changes do not arrive by themselves; nothing while they do. */
function Live({ project }: { project: string }) {
  const state = useLive(`/dashboard/api/projects/${encodeURIComponent(project)}/events/stream`, ["project", project]);
  return <LiveNotice state={state} />;
}
