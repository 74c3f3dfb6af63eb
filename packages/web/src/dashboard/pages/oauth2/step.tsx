import type { ReactNode } from "react";
import { CopyButton } from "../../../ui/copy-button.tsx";

/** One step of a login. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="step" aria-label={`Step ${number}`}>
      <h3>
        {number}. {title}
      </h3>
      {children}
    </section>
  );
}

/** What is asked or answered, to be copied. */
export function Command({ name, text }: { name: string; text: string }) {
  return (
    <div className="command">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} name={name} />
    </div>
  );
}
