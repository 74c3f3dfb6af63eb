import { useEffect } from "react";
import { whenSettled } from "./when-settled.ts";

/**
 * When what has the focus is removed or disabled, as the button of a row that was taken away, the heading around it
 * gets the focus: of its dialog or panel, or of the page. Else a browser gives it to the whole document, and whoever
 * works with the keyboard begins at the top again.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let last: { readonly element: Element; readonly place: Element | null } | undefined;
    const note = () => {
      const element = document.activeElement;
      last = isLost() || element === null ? undefined : { element, place: element.closest("dialog, .panel") };
    };
    const look = () => {
      if (last === undefined || !isLost() || (last.element.isConnected && !last.element.matches(":disabled"))) return;
      headingOf(last.place)?.focus();
    };
    const settled = whenSettled(document.body, ["disabled"], look);
    const stop = new AbortController();
    for (const event of ["focusin", "click"])
      document.addEventListener(event, note, { capture: true, signal: stop.signal });
    return () => {
      settled.stop();
      stop.abort();
    };
  }, []);
}

function isLost(): boolean {
  return document.activeElement === document.body;
}

function headingOf(place: Element | null): HTMLElement | null | undefined {
  const around = place?.isConnected
    ? place
    : (place && document.querySelector(".panel")) || document.querySelector("main");
  const heading = around?.querySelector<HTMLElement>("h1, h2");
  heading?.setAttribute("tabindex", "-1");
  return heading;
}
