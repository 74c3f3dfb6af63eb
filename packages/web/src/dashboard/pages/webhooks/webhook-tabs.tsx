import { Tabs } from "../../parts/tabs.tsx";

/** What was sent, what happened, and to whom it is sent. */
export function WebhookTabs({ current }: { current: string }) {
  return (
    <Tabs
      label="Parts of the webhooks"
      current={current}
      tabs={[
        ["webhooks", "Deliveries"],
        ["webhooks/events", "Events"],
        ["webhooks/endpoints", "Endpoints"],
      ]}
    />
  );
}
