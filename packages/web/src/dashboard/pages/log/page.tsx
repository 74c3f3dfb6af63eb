import { NotYet } from "../../parts/not-yet.tsx";

export function LogPage() {
  return <NotYet title="Log" />;
}
