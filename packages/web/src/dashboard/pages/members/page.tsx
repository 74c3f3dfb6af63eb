import { NotYet } from "../../parts/not-yet.tsx";

export function MembersPage() {
  return <NotYet title="Members" />;
}
