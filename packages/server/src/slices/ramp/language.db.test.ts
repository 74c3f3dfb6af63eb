import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { codeIn } from "#slices/login/testing/login.harness.ts";
import { findUserByEmail, setLanguage } from "#users";
import { tokenOf } from "./model/secrets.ts";
import { checkoutRoutes } from "./routes.ts";
import { givenRamp } from "./testing/ramp.harness.ts";
import { mac } from "./testing/ramp-routes.harness.ts";

onDatabase("the language of who buys", (database) => {
  /** Somebody proves the address of a session on its page in German. */
  async function given() {
    const ramp = await givenRamp(database());
    const app = await sampleApp({
      routes: [checkoutRoutes({ ...ramp.deps, mac, outlet: () => ({ kind: "mailbox" }) })],
    });
    const prove = async (email?: string) => {
      const session = await ramp.session(email === undefined ? {} : { email });
      const post = async (path: string, payload: object, key = "") => {
        const headers = { authorization: `Bearer ${key}`, "accept-language": "de" };
        const answer = await ask(app, { method: "POST", url: `/ramp/${session.id}/api/${path}`, payload, headers });
        expect(answer.statusCode).toBe(200);
        return answer.json().data;
      };
      const { page_key } = await post("open", { token: tokenOf(mac, session.id) });
      await post("code", {}, page_key);
      const [mail] = await database().admin.query<{ subject: string; text: string }>(sql`
        select subject, body_text as text from mails.mail where recipient = ${session.email}`);
      await post("code/check", { code: codeIn(mail?.text) }, page_key);
      return { mail, user: await findUserByEmail(database().db, session.email) };
    };
    return { ...ramp, prove };
  }

  it("is that of the page, and is kept for mails that come later", async () => {
    const { prove } = await given();
    const { mail, user } = await prove();
    expect(mail?.subject).toContain("ist dein Code");
    expect(user?.language).toBe("de");
  });

  it("stays the one that is known already", async () => {
    const { prove, person, deps } = await given();
    const known = await person();
    await setLanguage(deps, known.id, "pt");
    expect((await prove(known.email)).user?.language).toBe("pt");
  });
});
