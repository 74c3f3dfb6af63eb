import { NotYet } from "../../parts/not-yet.tsx";

export function ReceivePage() {
  return <NotYet title="wallet_receive_title" />;
}
