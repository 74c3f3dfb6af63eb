import { NotYet } from "../../parts/not-yet.tsx";

export function HistoryPage() {
  return <NotYet title="wallet_history_title" />;
}
