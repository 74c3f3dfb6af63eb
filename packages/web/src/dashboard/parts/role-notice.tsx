import { useHere } from "../context.ts";

/** Who may do it, as the table of the service has it. */
const WHO: Readonly<Record<string, string>> = { members: "owners", delete: "owners" };

/** Why somebody may not do something here. Nothing for whoever may. `what`: such as "Making keys". */
export function RoleNotice({ action, what }: { action: string; what: string }) {
  const { project } = useHere();
  if (project.actions.includes(action)) return null;
  const isNarrowed = action === "keys" && project.role === "developer";
  return (
    <p className="notice">
      Your role in this project is {project.role}. {what} is for{" "}
      {isNarrowed ? "owners" : (WHO[action] ?? "owners and developers")}
      {isNarrowed ? ", as the operator of this service has decided." : ". An owner can give you another role."}
    </p>
  );
}
