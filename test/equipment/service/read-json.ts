/** The body of an answer, for assertions: its shape is what the test is about to find out. */
export async function readJson(response: Response) {
  return JSON.parse(await response.text())
}
