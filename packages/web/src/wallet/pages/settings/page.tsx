import { NotYet } from "../../parts/not-yet.tsx";

export function SettingsPage() {
  return <NotYet title="wallet_settings_title" />;
}
