import { useRoute } from "wouter";
import { Apps } from "./apps.tsx";
import { Limits } from "./limits.tsx";
import { Overview } from "./overview.tsx";
import { Profile } from "./profile.tsx";
import { Sessions } from "./sessions.tsx";

const PARTS = { apps: Apps, limits: Limits, profile: Profile, sessions: Sessions } as const;

/** `/settings` leads to its parts, each at an address below it. */
export function SettingsPage() {
  const [, params] = useRoute("/settings/:part");
  const part = params?.part;
  const Part = part !== undefined && Object.hasOwn(PARTS, part) ? PARTS[part as keyof typeof PARTS] : Overview;
  return <Part />;
}
