import { NotYet } from "../../parts/not-yet.tsx";

export function RampPage() {
  return <NotYet title="Ramp" />;
}
