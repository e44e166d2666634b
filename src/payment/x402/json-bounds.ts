// Kept apart: a bound on any JSON text of strangers, not one of payments.
/**
 * Whether a JSON text nests no deeper than `maxDepth`, judged before it is parsed: whatever recurses over the value
 * later (a schema, `JSON.stringify`) must not be made to overflow its stack. Says nothing of a text that is not JSON.
 */
export function isShallowJson(text: string, maxDepth: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      depth++
      if (depth > maxDepth) return false
    } else if (char === '}' || char === ']') depth--
  }
  return true
}
