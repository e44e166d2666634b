/** Endings of the names of files and hosts. */
const endings: ReadonlySet<string> = new Set(
  [
    'js ts tsx jsx css htm html json yaml yml md py rb go rs com org net io dev txt pdf png jpg jpeg svg zip exe',
    'php toml sh c h cpp hpp cc java lua pl sql xml cfg conf log in am gz tar so dll lib mk cmake tex csv md5 asc',
    'vue ejs hbs lock map mjs cjs swift kt cs edu gov eu de uk fr it nl at ch es',
  ].flatMap((one) => one.split(' ')),
)

/** Whether a word with dots is the name of a file or a host. */
export function isFileName(word: string): boolean {
  return endings.has(word.slice(word.lastIndexOf('.') + 1))
}

/** Names of packages and applications begin with a domain, reversed. */
export const packageName = /^(?:com|org|net|io|dev|app|edu|gov|de|fr|uk|co)\./
