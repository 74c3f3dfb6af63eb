import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { shortText } from "../../ui/format.ts";
import styles from "./parts.module.css";

/** With the button beside it in one line on a phone. */
const CHARACTERS = 17;

/** Names with their values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles["facts"]}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A text that people copy and do not read, such as an invoice. `name`: for readers of screens. */
export function Long({ text, name }: { text: string; name: string }) {
  return (
    <span className={styles["long"]}>
      <bdi title={text}>{shortText(text, CHARACTERS)}</bdi> <CopyButton text={text} name={name} />
    </span>
  );
}
