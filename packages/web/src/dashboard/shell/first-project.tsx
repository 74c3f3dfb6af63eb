import { Navigate } from "@tanstack/react-router";
import { commandOf } from "../../ui/command.ts";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { useMe } from "../context.ts";
import { PageHead } from "../parts/page-head.tsx";
import { lastProject } from "./last-project.ts";

/** Leads to the project that was open last in this browser, or to the first one. */
export function FirstProject() {
  const { data: me, error, refetch } = useMe();
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (me === undefined) return <Skeleton />;
  const last = lastProject.read();
  const project = me.projects.find(({ id }) => id === last) ?? me.projects[0];
  if (project !== undefined)
    return <Navigate to="/projects/$project" params={{ project: project.id } as never} replace />;
  return (
    <>
      <PageHead title="No project yet" />
      <EmptyState
        title="A project has a wallet, keys and members. Who runs this service makes one, and adds you to it."
        command={commandOf(`project add-member <project> ${me.user.email}`)}
      />
    </>
  );
}
