/** `wrong`: money, or its record, is at risk, or payments cannot be made. `warning`: it may come to that. */
export type Verdict = "ok" | "warning" | "wrong";

/** What the doctor says about one thing. */
export type Finding = {
  /** One to three words. */
  readonly about: string;
  readonly verdict: Verdict;
  readonly says: string;
  /** What the operator does about it. Each but those that are ok has it. */
  readonly todo?: string;
};

/** Something that was asked. One that cannot be had is a finding of its own, and never an exception. */
export type Fact<T> =
  | { readonly kind: "known"; readonly value: T }
  | {
      readonly kind: "unknown";
      /** What kept us from it, for people. */
      readonly why: string;
      /** Another finding says it, and what to do. */
      readonly isSaidElsewhere?: boolean;
    };

export function ok(about: string, says: string): Finding {
  return { about, verdict: "ok", says };
}

export function warning(about: string, says: string, todo: string): Finding {
  return { about, verdict: "warning", says, todo };
}

export function wrong(about: string, says: string, todo: string): Finding {
  return { about, verdict: "wrong", says, todo };
}

/** Says what `check` finds about a fact, or that the fact cannot be had. */
export function about<T>(
  name: string,
  fact: Fact<T>,
  check: (value: T) => readonly Finding[],
  todo = "mend what keeps it from being asked, and run this again",
): readonly Finding[] {
  if (fact.kind === "known") return check(fact.value);
  return fact.isSaidElsewhere === true ? [] : [warning(name, `is not known: ${fact.why}`, todo)];
}

/** The worst of them. */
export function worstOf(findings: readonly Finding[]): Verdict {
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  return verdicts.has("wrong") ? "wrong" : verdicts.has("warning") ? "warning" : "ok";
}
