import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { CROSS, Icon } from "./icon.tsx";
import { useUi } from "./words.ts";

/** Said for a moment. `undo`: takes back what was done, while it is shown. */
export type Toast = {
  readonly text: string;
  readonly tone?: "good" | "bad";
  readonly undo?: { readonly label: string; readonly act: () => void };
};

type Shown = Toast & { readonly id: number };
type Toasts = { say(toast: Toast): void };

const SHOWN_MS = 6_000;
const SHOWN_MAX = 3;

const ToastContext = createContext<Toasts | undefined>(undefined);

export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === undefined) throw new Error("outside of a page");
  return toasts;
}

/** Toasts below what is in it. One stays while the pointer or the focus is on it, and where something can be undone. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const { words } = useUi();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [isHeld, setHeld] = useState(false);
  const remove = (id: number) => setShown((all) => all.filter((one) => one.id !== id));
  const toasts = useMemo(() => {
    let last = 0;
    return {
      say(toast: Toast) {
        last += 1;
        const id = last;
        setShown((all) => [...all.slice(1 - SHOWN_MAX), { ...toast, id }]);
      },
    };
  }, []);
  return (
    <ToastContext value={toasts}>
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it holds still while somebody reads */}
      <div
        className="toasts"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <div role="status" aria-live="polite">
          {shown.map((toast) => (
            <ToastLine
              key={toast.id}
              toast={toast}
              isHeld={isHeld}
              close={words.close}
              onEnd={() => remove(toast.id)}
            />
          ))}
        </div>
      </div>
    </ToastContext>
  );
}

type LineProps = { toast: Toast; isHeld: boolean; close: string; onEnd: () => void };

function ToastLine({ toast: { text, tone = "good", undo }, isHeld, close, onEnd }: LineProps) {
  return (
    // Its animation is its clock: it stands still while the toast is held.
    <div
      className={`toast ${tone}`}
      style={{ animationDuration: `${SHOWN_MS}ms`, animationPlayState: isHeld ? "paused" : "running" }}
      onAnimationEnd={onEnd}
    >
      <span className="toast-text">{text}</span>
      {undo !== undefined && (
        <button
          type="button"
          className="link"
          onClick={() => {
            undo.act();
            onEnd();
          }}
        >
          {undo.label}
        </button>
      )}
      <button type="button" className="close" aria-label={close} onClick={onEnd}>
        <Icon path={CROSS} size={16} />
      </button>
    </div>
  );
}
