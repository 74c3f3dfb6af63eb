/** The cookies that a browser has of an application. */
export type CookieJar = { readonly header: () => string; readonly keep: (cookies: readonly string[]) => void };

export function cookieJar(): CookieJar {
  const jar = new Map<string, string>();
  return {
    header: () => [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
    keep(cookies) {
      for (const cookie of cookies) {
        const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
        if (value === "" || /max-age=0\b/i.test(cookie)) jar.delete(name);
        else jar.set(name, value);
      }
    },
  };
}
