import { Link } from "@tanstack/react-router";
import type { ProjectApi } from "../../../api/call.ts";
import type { PageShape } from "../../../api/shapes.ts";
import { EmptyState } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { type List, ListPage } from "../../parts/list-page.tsx";

/** Who has logged in to an application of the project and still lets it, once for each application. */
export function UsersPage() {
  const { api } = useHere();
  return <ListPage list={listOf(api)} none={<NoUsers />} />;
}

function listOf(api: ProjectApi): List<PageShape<"UserOfApp">> {
  return {
    title: "Users",
    noun: "user",
    finds: "Id, gamertag or e-mail address",
    path: "users",
    queries: "users",
    csv: "/users",
    read: (query, signal) => api.list("/users", { query, signal }),
    idOf: ({ id }) => id,
    columns: [
      { name: "User", cell: ({ gamertag }) => <bdi>{gamertag}</bdi> },
      { name: "E-mail", look: "wide-only", cell: ({ email }) => email && <bdi>{email}</bdi> },
      { name: "Application", cell: ({ app }) => <bdi>{app.name}</bdi> },
      { name: "Last login", look: "number wide-only", cell: ({ lastAllowedAt }) => <Time at={lastAllowedAt} /> },
      { name: "Since", look: "number", cell: ({ since }) => <Time at={since} /> },
    ],
    filters: [{ kind: "link", name: "appId", label: "Of the application" }],
  };
}

function NoUsers() {
  const { project } = useHere();
  return (
    <EmptyState
      title="Nobody has logged in to an application of this project yet. Make one, and try its login."
      action={
        <Link className="button second" to={addressOf(project.id, "oauth2")}>
          To your applications
        </Link>
      }
    />
  );
}
