import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { type Failure, useUi } from "./words.ts";

/** Stands for lines that come. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const { words } = useUi();
  return (
    <div className="skeleton" role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have nothing else
        <span key={i} />
      ))}
    </div>
  );
}

/** Nothing yet: one sentence, one thing to press, and one command that does the same on this installation. */
export function EmptyState({ title, action, command }: { title: string; action?: ReactNode; command?: string }) {
  return (
    <div className="empty">
      <p>{title}</p>
      {action}
      {command !== undefined && (
        <div className="command">
          <pre>
            <code>{command}</code>
          </pre>
          <CopyButton text={command} name="curl" />
        </div>
      )}
    </div>
  );
}

/** What went wrong, by which name support finds it, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { words } = useUi();
  const failure = failureIn(error);
  return (
    <div className="failed" role="alert">
      <p>
        <strong>{words.failed}</strong>
      </p>
      {failure !== undefined && <p>{words.failure(failure)}</p>}
      {failure?.requestId !== undefined && (
        <p className="hint">
          {words.request(failure.requestId)} <CopyButton text={failure.requestId} name={failure.requestId} />
        </p>
      )}
      {onRetry !== undefined && (
        <Button look="second" onClick={onRetry}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}

/** Of a call; a mistake of the page itself says nothing to people. */
function failureIn(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  const requestId = "requestId" in error && typeof error.requestId === "string" ? error.requestId : undefined;
  return { code: error.code, message: error.message, requestId };
}
