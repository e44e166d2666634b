/** Places for content that has not come, and controls that wait for something: what a request that failed has left behind. */
export const PLACES = `
  const OTHER_PLACES = /toast|snack|notif|error|alert|message|auto-?complete|suggest|dropdown|menu|modal|dialog|tooltip|popover|spacer|divider|gap|clear|sentinel|overlay|backdrop|portal|advert|\\bads?\\b|banner|announcer/i
  let emptyPlaces = waitingParts
  for (const element of first('ul:not(:has(*)),ol:not(:has(*)),dl:not(:has(*)),tbody:not(:has(*)),div:not(:has(*)),section:not(:has(*)),article:not(:has(*)),main:not(:has(*))', 1000)) {
    if (emptyPlaces >= 10) break
    if (cut(element.textContent, 200).trim() !== '' || OTHER_PLACES.test(element.id + ' ' + element.getAttribute('class'))) continue
    const before = element.previousElementSibling
    const isBelowHeading = before !== null && /^H[1-6]$/.test(before.tagName)
    const isList = /^(?:UL|OL|DL|TBODY)$/.test(element.tagName)
    const rect = rectOf(element)
    const isLarge = (element.id !== '' || element.hasAttribute('class')) && rect.height >= 40 && rect.width >= 100
    if (!isBelowHeading && !isList && !isLarge) continue
    const { position, backgroundColor, backgroundImage } = getComputedStyle(element)
    if (/absolute|fixed|sticky/.test(position) || !isVisible(element)) continue
    if (isLarge && !isBelowHeading && !isList && (backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)')) continue
    emptyPlaces += 1
  }
  for (const element of first('[aria-busy="true" i],[class*="skeleton" i],[class*="shimmer" i],[class*="placeholder-glow" i]', 20)) {
    if (rectOf(element).height > 2 && isVisible(element) && fold(cut(element.textContent, 200)) === '') emptyPlaces += 1
  }
  const disabledControls = first('button[disabled],input[type="submit" i][disabled]', 20).filter(isVisible).length`
