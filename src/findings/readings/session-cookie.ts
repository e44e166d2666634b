/** Default names of session cookies in frameworks: PHPSESSID, connect.sid, wordpress_logged_in_, laravel_session, id_token ... */
const sessionName =
  /sess|(?:^|[._-])sid$|auth|jwt|(?:access|id|refresh)[._-]?token|remember_|^wordpress_(?:logged_in|sec)_/i
/** Scripts must read these: HttpOnly would break them. */
const forScripts = /csrf|xsrf/i

export function isSessionCookie(name: string): boolean {
  return sessionName.test(name) && !forScripts.test(name)
}
