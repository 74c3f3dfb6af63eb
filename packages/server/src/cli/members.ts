import type { Command } from "commander";
import { addMember, findMember, listMembers, MemberNotFound, ROLES, removeMember, roleOf } from "#members";
import { listUsersById } from "#users";
import { JSON_OPTION, type Json, print, printJson, printTable } from "./output.ts";
import { requireProject } from "./project-settings.ts";
import { type Session, withDatabase } from "./session.ts";
import { requireUser } from "./users.ts";

/** Who acts on a project on the dashboard. */
export function addMemberCommands(project: Command): void {
  project
    .command("add-member <project> <user> [role]")
    .description(
      `let a user act on a project on the dashboard, named by e-mail address, gamertag or id; role: ${ROLES.join(", ")}`,
    )
    .action((nameOrId: string, who: string, text = "developer") =>
      withDatabase(async (session) => {
        const role = roleOf(text);
        const owner = await requireProject(session, nameOrId);
        const user = await requireUser(session, who);
        await addMember(session, { projectId: owner.id, userId: user.id, role });
        print(`${user.gamertag} is ${role} of project ${owner.name}.`);
      }),
    );
  project
    .command("remove-member <project> <user>")
    .description("end the membership of a user; the next call is refused")
    .action((nameOrId: string, who: string) =>
      withDatabase(async (session) => {
        const owner = await requireProject(session, nameOrId);
        const user = await requireUser(session, who);
        const member = await findMember(session.db, owner.id, user.id);
        if (member === undefined) throw new MemberNotFound();
        await removeMember(session, { project: owner.id, id: member.id });
        print(`${user.gamertag} is no member of project ${owner.name} any more.`);
      }),
    );
  project
    .command("members <project>")
    .description("list who may act on a project")
    .option(...JSON_OPTION)
    .action((nameOrId: string, { json }: Json) =>
      withDatabase(async (session) => {
        const rows = await readMembers(session, await requireProject(session, nameOrId));
        if (json) printJson(rows);
        else printTable(rows, "Nobody is a member: `npm run leyden -- project add-member <project> <user>`.");
      }),
    );
}

async function readMembers({ db }: Pick<Session, "db">, { id }: { readonly id: Parameters<typeof listMembers>[1] }) {
  const members = await listMembers(db, id);
  const users = await listUsersById(
    db,
    members.map(({ userId }) => userId),
  );
  const names = new Map(users.map((user) => [user.id, user]));
  return members.map(({ userId, role, addedAt }) => {
    const user = names.get(userId);
    return { gamertag: user?.gamertag, email: user?.email, role, user: userId, since: addedAt.toISOString() };
  });
}
