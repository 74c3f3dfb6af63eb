import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { RawAnswer } from "../../../api/raw-call.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Status, type Tone } from "../../../ui/status.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { CodeBlock, prettyJson } from "../../parts/code-block.tsx";
import { errorPageOf, isInLog, type Operation } from "./operation.ts";
import css from "./page.module.css";

/** More would only be slow to look at; a copy has as much. */
const CHARACTERS_MAX = 100_000;

/** What was answered: its status, its headers, and its body. */
export function Answer({ answer, operation }: { answer: RawAnswer; operation: Operation }) {
  const { status, headers, text, tookMs, loginPath } = answer;
  const { project } = useHere();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const requestId = headers.find(([name]) => name === "x-request-id")?.[1];
  const shown = prettyJson(text);
  const errorPage = errorPageOf(text, location.origin);
  return (
    <section aria-label="Answer">
      <h2 className={css["part"]} ref={heading} tabIndex={-1}>
        Answer <Status tone={toneOf(status)}>{String(status)}</Status>
      </h2>
      <p className="hint">
        After {tookMs} ms.{" "}
        {requestId !== undefined && (
          <>
            Request{" "}
            {isInLog(operation, status) ? (
              <Link to={addressOf(project.id, `log/${encodeURIComponent(requestId)}`)}>
                <bdi>{requestId}</bdi>
              </Link>
            ) : (
              <>
                <bdi>{requestId}</bdi> <CopyButton text={requestId} name={requestId} />
              </>
            )}
          </>
        )}
      </p>
      {errorPage !== undefined && (
        <p>
          <a href={errorPage.path} target="_blank" rel="noreferrer">
            What <code>{errorPage.code}</code> means, and what to do
          </a>
        </p>
      )}
      {loginPath !== undefined && (
        <p className="notice">
          This asks for a login first. <a href={loginPath}>Log in</a>, and you come back to this form.
        </p>
      )}
      {text === "" ? (
        <p className="hint">The body is empty.</p>
      ) : (
        <CodeBlock name="answer" text={shown.slice(0, CHARACTERS_MAX)} />
      )}
      {shown.length > CHARACTERS_MAX && <p className="hint">Cut at {CHARACTERS_MAX / 1_000} kB.</p>}
      <details className={css["headers"]}>
        <summary>Headers</summary>
        <CodeBlock name="headers" text={headers.map(([name, value]) => `${name}: ${value}`).join("\n")} />
      </details>
    </section>
  );
}

function toneOf(status: number): Tone {
  if (status < 300) return "good";
  return status < 500 ? "warn" : "bad";
}
