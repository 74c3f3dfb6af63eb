import { NotYet } from "../../parts/not-yet.tsx";

export function UsersPage() {
  return <NotYet title="Users" />;
}
