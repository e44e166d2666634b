/** The paid tools, in the order in which documents list them. Names are part of the interface (spec 1). */
export const tools = ['probe_url', 'render_page', 'verify_page'] as const
export type Tool = (typeof tools)[number]

/** Whether a job of the tool needs a browser slot. */
export function needsBrowser(tool: Tool): boolean {
  return tool !== 'probe_url'
}
