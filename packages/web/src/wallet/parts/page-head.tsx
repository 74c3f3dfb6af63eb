import { useEffect } from "react";
import { useHeading } from "../../ui/use-heading.ts";
import { useWallet } from "../context.ts";

/** The heading of a page, which gets the focus so that a reader hears where it is. */
export function PageHead({ title }: { title: string }) {
  const { branding } = useWallet();
  const heading = useHeading(title);
  useEffect(() => {
    document.title = `${title} · ${branding.name}`;
  }, [title, branding.name]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
