/** Everything of the console lies below this, its cookie too. */
export const consolePath = '/console'
/** Takes `?token=`. */
export const enterPath = '/console/enter'
