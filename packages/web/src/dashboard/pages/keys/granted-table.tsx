import { Time } from "../../../ui/time.tsx";
import { Fact } from "../../parts/facts.tsx";
import type { Key } from "./key.ts";
import { type Asked, grantedOf } from "./rules.ts";

/** What a key was granted, beside what was asked for where they differ. */
export function GrantedTable({ asked, granted }: { asked: Asked; granted: Key }) {
  const rules = grantedOf(asked, granted);
  const differs = rules.some((one) => one.differs);
  return (
    <section aria-label="What was granted">
      <p>
        <strong>
          {differs ? "Granted. Where it differs, what you asked for is below it:" : "Granted as you asked:"}
        </strong>
      </p>
      <dl className="facts">
        {rules.map((one) => (
          <div key={one.rule}>
            <dt>{one.rule}</dt>
            <dd>
              <bdi>{one.granted}</bdi>
              {one.differs && (
                <p className="wrong">
                  You asked for <bdi>{one.asked}</bdi>
                </p>
              )}
            </dd>
          </div>
        ))}
        <Fact name="Ends">{granted.endsAt === null ? "never" : <Time at={granted.endsAt} exact />}</Fact>
      </dl>
    </section>
  );
}
