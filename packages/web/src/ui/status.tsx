import type { ReactNode } from "react";
import { CHECK, CLOCK, CROSS, DOT, Icon, WARNING } from "./icon.tsx";

/** What a state means for whoever reads it. */
export type Tone = "good" | "bad" | "wait" | "warn" | "soft";

const SIGNS = { good: CHECK, bad: CROSS, wait: CLOCK, warn: WARNING, soft: DOT } as const;

/** A state in words, with a sign and a colour: neither alone says it. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`status ${tone}`}>
      <Icon path={SIGNS[tone]} size={14} />
      {children}
    </span>
  );
}
