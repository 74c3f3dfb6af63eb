import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";

/** So many characters of its end are always shown. */
const END_CHARACTERS = 8;

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

/** An id, a hash or an address: where it has no room in a line its middle is left out, and it is copied whole. */
export function LongFact({ name, text }: { name: string; text: string | null | undefined }) {
  if (text === null || text === undefined || text === "") return null;
  return (
    <Fact name={name}>
      <span className="with-copy">
        <bdi title={text}>
          <span>{text.slice(0, -END_CHARACTERS)}</span>
          <span>{text.slice(-END_CHARACTERS)}</span>
        </bdi>{" "}
        <CopyButton text={text} name={name} />
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
