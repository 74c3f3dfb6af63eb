import { NotYet } from "../../parts/not-yet.tsx";

export function SendPage() {
  return <NotYet title="wallet_send_title" />;
}
