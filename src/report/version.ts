/** Of the report's shape: the minor number grows with a new field, the major one when a reader could break. */
export const schemaVersion = '1.1.0'
/** Of the rules: the day of their last change. The same evidence and the same day give the same findings. */
export const rulesetVersion = '2026-11-22'
