import { NotYet } from "../../parts/not-yet.tsx";

export function WebhooksPage() {
  return <NotYet title="Webhooks" />;
}
