import { Link } from "@tanstack/react-router";
import { Icon, WARNING } from "../../../ui/icon.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";

/** Says that webhooks do not arrive: whoever looks here has not looked at them. */
export function Trouble({ endpoints }: { endpoints: number }) {
  const { project } = useHere();
  if (endpoints === 0) return null;
  return (
    <section className="notice bad" aria-label="Webhooks do not arrive">
      <p>
        <Icon path={WARNING} />{" "}
        <strong>
          {endpoints === 1
            ? "A webhook endpoint does not accept events."
            : `${endpoints} webhook endpoints do not accept events.`}
        </strong>
      </p>
      <p>
        <Link to={addressOf(project.id, "webhooks")}>Why, and since when</Link>
      </p>
    </section>
  );
}
