import { Link } from "@tanstack/react-router";
import type { PageShape } from "../../../api/shapes.ts";
import { Time } from "../../../ui/time.tsx";
import { addressOf } from "../../addresses.ts";
import { useHere } from "../../context.ts";
import { DetailPanel } from "../../parts/detail-panel.tsx";
import { Fact, Facts, LongFact, TextFact } from "../../parts/facts.tsx";
import { ThingLink } from "../../parts/thing-link.tsx";

type UserOfApp = PageShape<"UserOfApp">;

/** A user as each application of the project knows the user. */
export function UserDetail() {
  const { api } = useHere();
  return (
    <DetailPanel
      title="User"
      list="users"
      noun="user"
      read={(id, signal) => api.get("/users/{id}", { params: { id }, signal })}
    >
      {(known) => <UserFacts known={known} />}
    </DetailPanel>
  );
}

function UserFacts({ known }: { known: readonly UserOfApp[] }) {
  const [user] = known;
  if (user === undefined) return null;
  return (
    <>
      <Facts>
        <TextFact name="Gamertag" text={user.gamertag} />
        <LongFact name="E-mail" text={known.find(({ email }) => email !== null)?.email} />
        <LongFact name="Id" text={user.id} />
      </Facts>
      {known.map(({ app, scopes, since, lastAllowedAt }) => (
        <section key={app.id} className="happened" aria-label={app.name}>
          <h3>
            <ThingLink kind="app" id={app.id}>
              {app.name}
            </ThingLink>
          </h3>
          <Facts>
            <Fact name="May">{scopes.join(", ")}</Fact>
            <Fact name="Since">
              <Time at={since} exact />
            </Fact>
            <Fact name="Last login">
              <Time at={lastAllowedAt} exact />
            </Fact>
          </Facts>
        </section>
      ))}
      <Around id={user.id} />
    </>
  );
}

function Around({ id }: { id: string }) {
  const { project } = useHere();
  return (
    <ul className="around" aria-label="What belongs to it">
      <li>
        <Link to={addressOf(project.id, "payments")} search={{ recipient: id } as never}>
          Payments to this user
        </Link>
      </li>
      <li>
        <Link to={addressOf(project.id, "ramp")} search={{ user_id: id } as never}>
          On-ramp purchases of this user
        </Link>
      </li>
    </ul>
  );
}
