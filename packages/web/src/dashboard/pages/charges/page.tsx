import { NotYet } from "../../parts/not-yet.tsx";

export function ChargesPage() {
  return <NotYet title="Charges" />;
}
