import type { ReactNode } from "react";

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
