import { Link, Navigate } from "@tanstack/react-router";
import type { DashboardMe } from "../../api/own-paths.ts";
import { commandOf } from "../../ui/command.ts";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { addressOf } from "../addresses.ts";
import { useMe } from "../context.ts";
import { lastProject } from "../last-project.ts";
import { PageHead } from "../parts/page-head.tsx";
import { MakeProject } from "./new-project.tsx";
import { OwnInvitations } from "./own-invitations.tsx";

/** Leads to the project that was open last in this browser, or to the first one; open invitations are asked first. */
export function FirstProject() {
  const { data: me, error, refetch } = useMe();
  if (error !== null && me === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (me === undefined) return <Skeleton />;
  if (me.invitations.length > 0) return <Invited me={me} />;
  const last = lastProject.read();
  const project = me.projects.find(({ id }) => id === last) ?? me.projects[0];
  if (project !== undefined)
    return <Navigate to="/projects/$project" params={{ project: project.id } as never} replace />;
  return (
    <>
      <PageHead title="No project yet" />
      {me.mayCreateProjects ? <Make left={me.projectsLeft} /> : <Ask email={me.user.email} />}
      <NotInvited email={me.user.email} />
    </>
  );
}

function Invited({ me }: { me: DashboardMe }) {
  return (
    <>
      <PageHead title="You are invited" />
      <OwnInvitations invitations={me.invitations} />
      {me.projects.length > 0 && (
        <>
          <h2>Your projects</h2>
          <ul>
            {me.projects.map(({ id, name }) => (
              <li key={id}>
                <Link to={addressOf(id)}>
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Make({ left }: { left: number }) {
  return (
    <div className="column">
      <p>A project has a wallet, keys and members. It begins empty, and you are its owner.</p>
      <MakeProject left={left} />
    </div>
  );
}

/** Who was invited and finds nothing is here with another address, or came too late. */
function NotInvited({ email }: { email: string }) {
  return (
    <p className="hint">
      Were you invited? Nothing is open for <bdi>{email}</bdi>: log in with the address that got the mail, or ask for
      another invitation when it has ended or was taken back.
    </p>
  );
}

function Ask({ email }: { email: string }) {
  return (
    <EmptyState
      title="A project has a wallet, keys and members. Who runs this service makes one, and adds you to it."
      command={[commandOf(`project create "My game"`), commandOf(`project add-member "My game" ${email} owner`)].join(
        "\n",
      )}
    />
  );
}
