import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import puppeteer, { type Page } from 'puppeteer-core'
import { findTestChrome } from './chrome.ts'

export interface OperatorPage {
  readonly page: Page
  /** Every address that the page requested. */
  readonly requestedUrls: readonly string[]
  /** Errors of the page: errors in its console, and exceptions. */
  readonly complaints: readonly string[]
  /** Texts of dialogs that a script opened. */
  readonly dialogs: readonly string[]
}

export interface OperatorBrowser extends AsyncDisposable {
  /** Opens a page in a new browsing context, which has no cookies of other pages. */
  open(): Promise<OperatorPage>
  /** Closes all pages. Each of them polls its console every two seconds, even one that has stopped. */
  closePages(): Promise<void>
}

/**
 * Opens a real headless browser, for the part of an operator. It resolves only this machine and `rebound.example`, which points
 * to this machine as an attacker's name would. All other names fail, so that no page reaches anything else.
 */
export async function openOperatorBrowser(): Promise<OperatorBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'uw-operator-'))
  const browser = await puppeteer.launch({
    executablePath: findTestChrome() ?? '',
    userDataDir: folder,
    args: [
      '--host-resolver-rules=MAP rebound.example 127.0.0.1 , MAP * ^NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-pings',
      // Chrome does not start with its sandbox as root. Only our own pages are opened here.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  return {
    open: async () => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      const requestedUrls: string[] = []
      const complaints: string[] = []
      const dialogs: string[] = []
      page.on('request', (request) => requestedUrls.push(request.url()))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      return { page, requestedUrls, complaints, dialogs }
    },
    closePages: async () => {
      const own = browser.browserContexts().filter((one) => one !== browser.defaultBrowserContext())
      await Promise.all(own.map((one) => one.close()))
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
