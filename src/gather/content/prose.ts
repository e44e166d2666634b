/** A line of a page, as blocks and breaks separate them; `quoted`: all of it is inside code, pre, q and the like. */
export interface Line {
  readonly text: string
  readonly quoted: boolean
}

/** A sentence, not a button, a date or an entry of a menu. */
const LEAST_OF_A_SENTENCE = 45
/** What a page that only shows a message says beside it. */
const MOST_PROSE = 180

/**
 * Words of messages about a fault and of filler text, in the languages of the signatures: a sentence with one of them is
 * part of the message.
 */
const wordsOfMessages =
  /\b(?:errors?|exceptions?|fail\w*|sorry|apolog\w*|inconvenience|try(?:ing)? (?:again|to)|refresh|reload|later|shortly|soon|contact|administrator|webmaster|support|owner|server|unavailable|available|maintenance|upgrad\w*|updat\w*|improv\w*|temporar\w*|browser|javascript|cookies?|cach(?:e|ed)|database|log(?:s|ged)?|request\w*|response|status|deploy\w*|config\w*|install\w*|hosting|domain|dns|certificate|stack|trace|debug\w*|code|file|directory|path|script|application|suspended|removed|deleted|expired|permission\w*|access|denied|blocked|security|verif\w*|human|robots?|queue|line|wait\w*|ipsum|dolor|amet|consectetur|adipisc\w*|eiusmod|tempor|incididunt|labore|aliqua|veniam|nostrud|fehler|entschuldig\w*|erneut|später|verfügbar|wartung\w*|erreichbar|gleich|erreurs?|désolé\w*|réessay\w*|plus tard|indisponible|veuillez|errores|lamentamos|disculp\w*|intente\w*|inténtel\w*|más tarde|mantenimiento|erros?|desculp\w*|tente|mais tarde|manutenção|errori?|scusiamo|riprova\w*|più tardi|manutenzione|fout\w*|excuses|probeer|onderhoud|błąd|błęd\w*|przeprasz\w*|spróbuj\w*|później|chyb\w*|omlouvám\w*|zkuste|později|försök|senare|ursäkt\w*|prøv|senere|virhe\w*|yritä|hata|özür|tekrar|lỗi|thử lại|kesalahan|maaf|coba lagi)\b|ошибк|помилк|попробуйте|извин|позже|недоступ|обслуживан|работ|σφάλμα|δοκιμάστε|خطأ|المحاولة|שגיאה|נסו|エラー|申し訳|再度|しばらく|メンテナンス|错误|錯誤|抱歉|重试|稍后|稍後|오류|다시|죄송|점검|ข้อผิดพลาด|ลองใหม่/iu

/**
 * Whether a page has sentences about something else than a fault: then its title is a name, or it tells of a fault that
 * was, of a play or of an exhibition.
 */
export function isAboutOtherThings(lines: readonly Line[]): boolean {
  const prose = lines
    .filter(({ text }) => text.length >= LEAST_OF_A_SENTENCE)
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+/))
    .filter((sentence) => sentence.includes(' ') && !wordsOfMessages.test(sentence))
  return prose.reduce((sum, { length }) => sum + length, 0) > MOST_PROSE
}
