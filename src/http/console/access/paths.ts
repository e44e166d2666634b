/** The root path of the console, and of its cookie. */
export const consolePath = '/console'
/** Takes `?token=`. */
export const enterPath = '/console/enter'
