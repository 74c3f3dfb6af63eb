import { NotYet } from "../../parts/not-yet.tsx";

export function VouchersPage() {
  return <NotYet title="Vouchers" />;
}
