import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import puppeteer, { type Page } from 'puppeteer-core'
import { findTestChrome } from './chrome.ts'

export interface OperatorPage {
  readonly page: Page
  /** Every address that the page requested. */
  readonly asked: readonly string[]
  /** What the page complained of: errors of its console, and exceptions. */
  readonly complaints: readonly string[]
  /** Texts of dialogs that a script opened. */
  readonly dialogs: readonly string[]
}

export interface OperatorBrowser extends AsyncDisposable {
  /** A page with no cookie of any other. */
  open(): Promise<OperatorPage>
  /** Closes all pages: each of them looks for news every two seconds, also of a console that is gone. */
  closePages(): Promise<void>
}

/**
 * A person's browser, real and headless. It knows this machine and `rebound.example`, which resolves to it as the name of
 * an attacker would; nothing else is resolved, so that no page gets further.
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
      // Chrome refuses its sandbox to root; only our own pages are opened here.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  return {
    open: async () => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      const asked: string[] = []
      const complaints: string[] = []
      const dialogs: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      return { page, asked, complaints, dialogs }
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
