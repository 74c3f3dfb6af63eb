import { Link, Outlet } from "@tanstack/react-router";
import { Amount } from "../../../ui/amount.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useFilters, useHere, useParam } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { RoleNotice } from "../../parts/role-notice.tsx";
import { useMembers } from "../../parts/use-members.ts";
import { usePanelOpen } from "../../parts/use-panel-open.ts";
import { rowId, useRowFocus } from "../../parts/use-row-focus.ts";
import { History } from "./history.tsx";
import { Invitations } from "./invitations.tsx";
import { type Member, nameOf } from "./member.ts";

export function MembersPage() {
  const { project } = useHere();
  const [{ show }] = useFilters();
  const open = useParam("id");
  const hasPanel = usePanelOpen("members");
  useRowFocus(open);
  const isOwner = project.actions.includes("members");
  return (
    <>
      <PageHead title="Members">
        {isOwner && (
          <Link className="button" to={addressOf(project.id, "members/invite")}>
            Invite
          </Link>
        )}
      </PageHead>
      <RoleNotice action="members" what="Inviting, changing and removing members" />
      <nav className="tabs" aria-label="Of the members">
        <View name="People" isShown={show !== "history"} show={undefined} />
        <View name="History" isShown={show === "history"} show="history" />
      </nav>
      <div className={hasPanel ? "list with-panel" : "list"}>
        <div className="list-main">{show === "history" ? <History /> : <People open={open} />}</div>
        <Outlet />
      </div>
    </>
  );
}

function View({ name, isShown, show }: { name: string; isShown: boolean; show: string | undefined }) {
  const { project } = useHere();
  return (
    <Link
      to={addressOf(project.id, "members")}
      search={{ show } as never}
      activeOptions={{ exact: true, explicitUndefined: true }}
      aria-current={isShown ? "page" : undefined}
    >
      {name}
    </Link>
  );
}

function People({ open }: { open: string | undefined }) {
  const { data, error, refetch } = useMembers();
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <MemberTable members={data.members} open={open} />
      {data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
    </>
  );
}

function MemberTable({ members, open }: { members: readonly Member[]; open: string | undefined }) {
  const { project } = useHere();
  return (
    <div className="table-frame">
      <table className="rows-table">
        <caption className="hidden">Members</caption>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Role</th>
            <th scope="col" className="number wide-only">
              May send in 24 hours
            </th>
            <th scope="col" className="number wide-only">
              Since
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id} className={member.id === open ? "open" : undefined}>
              <td>
                <Link
                  id={rowId(member.id)}
                  className="row-link"
                  to={addressOf(project.id, `members/${member.id}`)}
                  search={true as never}
                  aria-current={member.id === open ? "true" : undefined}
                >
                  <bdi>{nameOf(member.user)}</bdi>
                  {member.isYou && " (you)"} <bdi className="soft">{member.user.email}</bdi>
                </Link>
              </td>
              <td>{member.role}</td>
              <td className="number wide-only">
                {member.role === "viewer" ? (
                  "nothing"
                ) : member.daily === null ? (
                  "any amount"
                ) : (
                  <Amount msats={member.daily} />
                )}
              </td>
              <td className="number wide-only">
                <Time at={member.addedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
