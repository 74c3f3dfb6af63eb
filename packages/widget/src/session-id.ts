/** `rst_`, the session's id without dashes, and 256 random bits. */
const TOKEN = /^rst_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** The session that a token opens. @throws {TypeError} when it is no session token. */
export function sessionIdOf(token: string): string {
  const parts = TOKEN.exec(token);
  if (parts === null) throw new TypeError("sessionToken must be what the service answered as session_token");
  return parts.slice(1).join("-");
}
