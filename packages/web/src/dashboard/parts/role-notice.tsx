import type { ReactNode } from "react";
import { useHere } from "../context.ts";

/** Who may do it, as the table of the service has it. */
const WHO: Readonly<Record<string, string>> = { members: "owners", delete: "owners" };

type RoleNoticeProps = {
  readonly action: string;
  /** Such as "Making keys". */
  readonly what: string;
};

/** A form where the role allows to send it; else why it does not. */
export function ForRole({ children, ...of }: RoleNoticeProps & { readonly children: ReactNode }) {
  return useHere().project.actions.includes(of.action) ? children : <RoleNotice {...of} />;
}

/** Why the role does not allow something here. Nothing where it does. */
export function RoleNotice({ action, what }: RoleNoticeProps) {
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
