import { useEffect } from "react";
import { addressOf } from "../../addresses.ts";
import { useFilters, useHere } from "../../context.ts";
import { Panel } from "../../parts/panel.tsx";
import { ANSWERS, type Answer, answerIn } from "./login-calls.ts";

/** The window in which somebody logged in: it passes on what it came back with, and is done. */
export function TrialAnswer() {
  const { project } = useHere();
  const [{ code, error }] = useFilters();
  useEffect(() => {
    const answer: Answer | undefined = answerIn(location.href);
    if (answer === undefined) return;
    const channel = new BroadcastChannel(ANSWERS);
    channel.postMessage(answer);
    channel.close();
  }, []);
  return (
    <Panel title="Answer of a login" back={addressOf(project.id, "oauth2")}>
      {code === undefined && error === undefined ? (
        <p>Logins that are tried come back to this address. Begin one at an application with Try it.</p>
      ) : (
        <p>The window in which you began has the answer, and goes on there. You can close this one.</p>
      )}
    </Panel>
  );
}
