import { Link, Outlet } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { useLive } from "../../api/use-live.ts";
import { LiveNotice } from "../../ui/live-notice.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { type Here, HereContext, useDashboard, useMe, useParam } from "../context.ts";
import { lastProject } from "../last-project.ts";
import { PageHead } from "../parts/page-head.tsx";
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
  /** The project that was shown last. */
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (project === undefined) return;
    known.current = project.id;
    lastProject.write(project.id);
  }, [project]);
  if (error !== null && me === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (me === undefined) return <Skeleton />;
  if (here === undefined) return known.current === id ? <NoMember /> : <NothingHere />;
  return (
    // Another project is another page: nothing of the one before stays.
    <HereContext key={here.project.id} value={here}>
      <Live here={here} />
      <Outlet />
    </HereContext>
  );
}

/** The person was taken out of it while its pages were open. */
function NoMember() {
  return (
    <>
      <PageHead title="You are not a member any more" />
      <p>An owner of this project has taken you out of it, or it was deleted. Ask an owner to invite you again.</p>
      <p>
        <Link to="/">To your projects</Link>
      </p>
    </>
  );
}

/** Says when changes do not arrive by themselves; nothing while they do. */
function Live({ here: { me, project } }: { here: Here }) {
  const path = `/dashboard/api/projects/${encodeURIComponent(project.id)}/events/stream`;
  const place = me.place?.project === project.id ? me.place.after : undefined;
  return <LiveNotice state={useLive(path, ["project", project.id], place)} />;
}
