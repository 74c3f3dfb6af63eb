import { Fragment } from "react";

/** Such as `payment.completed`: in a narrow column it breaks after a dot, and not within a word. */
export function EventName({ type }: { type: string }) {
  return (
    <bdi>
      {type.split(".").map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts stay where they are
        <Fragment key={i}>
          {i > 0 && (
            <>
              .<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
