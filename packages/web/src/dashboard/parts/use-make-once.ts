import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { newKey } from "../../api/call.ts";
import { useHere } from "../context.ts";
import { keptIn } from "./kept.ts";
import { ASKED_MS, type Make, makeOnce, type Sent } from "./make-once.ts";

export type Making<Body, Made> = {
  readonly state: /** `body`: what was refused, with `error`. */
    | { readonly kind: "form"; readonly error: unknown; readonly body?: Body }
    | { readonly kind: "sending" }
    | { readonly kind: "unknown"; readonly error: unknown; readonly body: Body }
    /** Nothing was made: a login was needed first. */
    | { readonly kind: "login"; readonly body: Body }
    | { readonly kind: "made"; readonly made: Made };
  send(body: Body): void;
  /** Of what is unknown, or was not sent for want of a login. */
  askAgain(): void;
  /** Forgets what was asked and made. */
  done(): void;
};

/** A form that makes one thing. `name`: of what it makes, within the project. */
export function useMakeOnce<Body, Made>(
  name: string,
  send: Make<Body, Made>["send"],
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): Making<Body, Made> {
  const { me, project } = useHere();
  const client = useQueryClient();
  const kept = useMemo(
    () => keptIn<Sent<Body, Made>>(() => sessionStorage, [me.user.id, project.id, name]),
    [me.user.id, project.id, name],
  );
  const [before] = useState(() => kept.read());
  const [asked, setAsked] = useState(before?.kind === "asked" ? before : undefined);
  const [state, setState] = useState<Making<Body, Made>["state"]>(() => {
    if (before === undefined) return { kind: "form", error: undefined };
    if (before.kind === "made") return before;
    if (before.needsLogin) return { kind: "login", body: before.body };
    return { kind: "unknown", error: undefined, body: before.body };
  });
  const ask = async (form: { readonly key: string; readonly body: Body; readonly at: number }) => {
    setAsked({ kind: "asked", ...form });
    setState({ kind: "sending" });
    const outcome = await makeOnce(kept, form, { send, isSecret });
    if (outcome.kind === "made") void client.invalidateQueries({ queryKey: ["project", project.id] });
    if (outcome.kind === "made") return setState(outcome);
    if (outcome.kind !== "refused") return setState({ ...outcome, body: form.body });
    setAsked(undefined);
    setState({ kind: "form", error: outcome.error, body: form.body });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what an earlier page has asked is asked about once
  useEffect(() => {
    if (before?.kind === "asked" && !before.needsLogin && Date.now() - before.at < ASKED_MS) void ask(before);
  }, []);
  return {
    state,
    send: (body) => void ask({ key: newKey(), body, at: Date.now() }),
    askAgain: () => asked !== undefined && void ask(asked),
    done() {
      kept.remove();
      setAsked(undefined);
      setState({ kind: "form", error: undefined });
    },
  };
}
