import { NotYet } from "../../parts/not-yet.tsx";

export function KeysPage() {
  return <NotYet title="Keys" />;
}
