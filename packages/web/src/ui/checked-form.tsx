import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from "react";

type FormProps = Omit<ComponentProps<"form">, "ref" | "onSubmit"> & {
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
};

/**
 * A form whose first wrong field gets the focus when it was sent: at once, or when the service has said what is wrong.
 */
export function CheckedForm({ onSubmit, ...form }: FormProps) {
  const own = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const [, setRound] = useState(0);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    void onSubmit(event);
    // Later: what the service said the time before is gone by then.
    setTimeout(() => {
      isSent.current = true;
      setRound((before) => before + 1);
    });
  };
  useEffect(() => {
    const wrong = own.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong == null || !isSent.current) return;
    isSent.current = false;
    wrong.focus();
  });
  return <form {...form} ref={own} onSubmit={submit} />;
}
