import type { PageShape } from "../../../api/shapes.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import css from "./page.module.css";

type Content = PageShape<"AttemptContent">;

/** What was sent, word for word, and what came back. */
export function AttemptContent({ content: { request, isBodyAsSent, answer, status } }: { content: Content }) {
  return (
    <div className={css["content"]}>
      <h4>Sent</h4>
      <p className="hint">
        {request.method} <bdi>{request.url ?? "to an address that was not kept"}</bdi>
      </p>
      {request.headers === null ? (
        <p className="hint">Its headers were not kept.</p>
      ) : (
        <CodeBlock name="headers" text={request.headers.map(({ name, value }) => `${name}: ${value}`).join("\n")} />
      )}
      {isBodyAsSent === false && (
        <p className="notice">Another version of the service had sent another body. This is what it is now.</p>
      )}
      <CodeBlock name="body" text={request.body} />
      <h4>Answered</h4>
      <Answer answer={answer} status={status} />
    </div>
  );
}

function Answer({ answer, status }: Pick<Content, "answer" | "status">) {
  if (answer === null) return <p className="hint">Nothing.</p>;
  if (answer.text === null) return <p className="hint">{HIDDEN[answer.hiddenBecause ?? "switched_off"]}</p>;
  if (answer.text === "") return <p className="hint">{status}, with an empty body.</p>;
  return (
    <>
      <p className="hint">{status}, and at most the first 1 kB of the body:</p>
      <CodeBlock name="answer" text={answer.text} />
    </>
  );
}

const HIDDEN: Readonly<Record<NonNullable<NonNullable<Content["answer"]>["hiddenBecause"]>, string>> = {
  not_public: "The answer came from an address that is not public, so it is not shown.",
  switched_off: "On this service answers cannot be read: the operator has switched it off.",
};
