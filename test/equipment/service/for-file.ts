import { afterAll } from 'vitest'
import {
  healthyFields,
  healthyPage,
  type Internet,
  openInternet,
  respond,
} from '#test/equipment/network/internet.ts'

/**
 * Opens a resource of a whole test file: `const shop = await forFile(openTestService({ internet }))` at its top. It is closed
 * after the file's last test, in reverse order of opening.
 */
export async function forFile<T extends AsyncDisposable>(opening: T | Promise<T>): Promise<T> {
  const opened = await opening
  afterAll(() => opened[Symbol.asyncDispose]())
  return opened
}

/** An internet with one site, `https://www.site.example.com/`: a healthy page. */
export async function openInternetWithSite(): Promise<Internet> {
  const internet = await openInternet()
  await internet.addSite('www.site.example.com', {
    ip: '93.184.215.14',
    https: respond(200, healthyFields, healthyPage),
  })
  return internet
}
