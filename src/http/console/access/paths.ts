/** The root path of the console, and of its cookie. */
export const consolePath = '/console'
/** The path of a one-time link, which has the query `?token=`. */
export const signInPath = '/console/enter'
