// A separate file: it applies to any untrusted JSON text, not only to payments.
/**
 * Whether a JSON text nests no deeper than `maxDepth`, checked before it is parsed: code that recurses over the
 * value later (a schema, `JSON.stringify`) must not overflow its stack. Does not check that the text is JSON.
 */
export function isWithinDepth(text: string, maxDepth: number): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const char = text[index]
    if (inString) {
      if (char === '\\') index++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      depth++
      if (depth > maxDepth) return false
    } else if (char === '}' || char === ']') depth--
  }
  return true
}

/** Returns the value of a JSON text; undefined, which no object schema accepts, for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
