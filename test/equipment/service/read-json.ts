/** The body of a response, for assertions: the test is about to check its shape. */
export async function readJson(response: Response) {
  return JSON.parse(await response.text())
}
