import { Tabs } from "../../parts/tabs.tsx";

/** What is paid once, and what is paid again and again. */
export function ChargeTabs({ current }: { current: string }) {
  return (
    <Tabs
      label="Kinds of charges"
      current={current}
      tabs={[
        ["charges", "Charges"],
        ["charges/static", "Static charges"],
      ]}
    />
  );
}
