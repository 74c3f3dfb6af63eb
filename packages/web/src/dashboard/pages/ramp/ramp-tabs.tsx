import { Tabs } from "../../parts/tabs.tsx";

/** What was bought, and where somebody can buy. */
export function RampTabs({ current }: { current: string }) {
  return (
    <Tabs
      label="Lists of the on-ramp"
      current={current}
      tabs={[
        ["ramp", "Purchases"],
        ["ramp/sessions", "Sessions"],
      ]}
    />
  );
}
