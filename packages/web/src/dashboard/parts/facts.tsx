import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { shortText } from "../../ui/format.ts";

/** Where these have no room in a line, on a phone or in a panel, its end is left out. */
const CHARACTERS = 26;

/** What is known of a thing, one line each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An id, a hash or an address: its middle is left out, and it is copied whole. Nothing where there is none. */
export function LongFact({ name, text }: { name: string; text: string | null | undefined }) {
  if (text === null || text === undefined || text === "") return null;
  return (
    <Fact name={name}>
      <span className="with-copy">
        <bdi title={text}>{shortText(text, CHARACTERS)}</bdi> <CopyButton text={text} name={name} />
      </span>
    </Fact>
  );
}

/** What somebody wrote. Nothing where nobody wrote anything. */
export function TextFact({ name, text }: { name: string; text: string | null | undefined }) {
  if (text === null || text === undefined || text === "") return null;
  return (
    <Fact name={name}>
      <bdi>{text}</bdi>
    </Fact>
  );
}
