import { type ComponentProps, type SubmitEvent, useEffect, useRef } from "react";
import { whenSettled } from "./when-settled.ts";

type FormProps = Omit<ComponentProps<"form">, "ref" | "onSubmit"> & {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
};

/**
 * A form whose first wrong field gets the focus when it was sent: soon, or when the service has said what is wrong.
 * A field that was chosen or filled in meanwhile keeps the focus, so that no text goes to another one.
 */
export function CheckedForm({ onSubmit, ...form }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const place = own.current;
    if (place === null) return undefined;
    let isSent = false;
    const settled = whenSettled(place, ["aria-invalid"], () => {
      const wrong = isSent ? place.querySelector<HTMLElement>("[aria-invalid=true]") : null;
      if (wrong === null) return;
      isSent = false;
      wrong.focus();
    });
    const send = () => {
      isSent = true;
      settled.soon();
    };
    const goOn = () => {
      isSent = false;
    };
    const stop = new AbortController();
    place.addEventListener("submit", send, stop);
    for (const event of ["focusin", "input"]) place.addEventListener(event, goOn, stop);
    return () => {
      stop.abort();
      settled.stop();
    };
  }, []);
  return <form {...form} ref={own} onSubmit={(event) => void onSubmit(event)} />;
}
