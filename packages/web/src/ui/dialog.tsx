import { type ReactNode, useEffect, useId, useRef } from "react";
import { CROSS, Icon } from "./icon.tsx";
import { useUi } from "./words.ts";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * A dialog while it is rendered. The browser keeps the focus inside, closes it with Escape, and gives the focus back to
 * what had it.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { words } = useUi();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    // The browser takes the first thing that can have it, which is the cross.
    shown?.querySelector<HTMLElement>("form :is(input, select, textarea):not([type=hidden])")?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser has Escape for it
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault(); // who shows it decides
        onClose();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose(); // beside what is in it
      }}
    >
      <div className="dialog-content">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className="close" aria-label={words.close} onClick={onClose}>
            <Icon path={CROSS} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
