const HIGH = Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index)

/** What windows-1252 has at 0x80 to 0x9F, and the byte of each. */
const byteOf = new Map(
  Array.from(new TextDecoder('windows-1252').decode(HIGH), (character, index) => [
    character,
    String.fromCharCode(0x80 + index),
  ]),
)

/**
 * A field's value with one code unit for each byte, as everywhere else. Chrome tells DevTools of it in windows-1252, so that a
 * Location in UTF-8, `/Über`, would lead to a place that nobody was asked for.
 */
export function fieldValue(told: string): string {
  return told.replace(/[^\0-\u00ff]/g, (character) => byteOf.get(character) ?? character)
}
