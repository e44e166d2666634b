import { readFileSync } from 'node:fs'
import type { PageObservation } from '#chrome/page/page-observation.ts'
import type { DocumentRedirectsInput } from '#gather/browser/document-redirects.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import { target, vetted } from '#test/equipment/network/vetted.ts'

/** All input for the evidence of one visit, as a real Chrome and the real proxy recorded it. */
export type RecordedVisit = DocumentRedirectsInput

/** The scenes of `test/gather/browser/record-observations.ts`, which writes the files. */
export type Scene =
  | 'assets'
  | 'complaints'
  | 'content-cut'
  | 'download'
  | 'moved-inside'
  | 'no-connection'
  | 'redirect-ftp'
  | 'redirect-inside'
  | 'redirects'
  | 'redirects-too-many'

export const visitFile = (scene: Scene) =>
  new URL(`../../fixtures/observations/${scene}.json`, import.meta.url)

/**
 * Reads a recorded visit. Branded types do not survive JSON: the file has targets as URLs and addresses as text, and both pass
 * the policy again.
 */
export function readVisit(scene: Scene): RecordedVisit {
  const { first, observation, records, ...rest } = JSON.parse(
    readFileSync(visitFile(scene), 'utf8'),
  ) as StoredVisit
  const { body } = observation
  return {
    ...rest,
    first: target(first),
    observation: {
      ...observation,
      body: body && { ...body, bytes: new Uint8Array(Buffer.from(body.bytes, 'base64')) },
    },
    records: records.map((record) => ({
      ...record,
      target: record.target === null ? null : target(record.target),
      address: record.address === null ? null : vetted(record.address),
    })),
  }
}

/** The visit as JSON, without its screenshot. */
export function visitJson({ first, observation, records, ...rest }: RecordedVisit): string {
  const { body } = observation
  const stored: StoredVisit = {
    ...rest,
    first: first.href,
    observation: {
      ...observation,
      png: null,
      body: body && { ...body, bytes: Buffer.from(body.bytes).toString('base64') },
    },
    records: records.map((record) => ({
      ...record,
      target: record.target?.href ?? null,
      address: record.address?.ip ?? null,
    })),
  }
  return `${JSON.stringify(stored, null, 1)}\n`
}

type StoredBody = Omit<NonNullable<PageObservation['body']>, 'bytes'> & { readonly bytes: string }

interface StoredVisit extends Omit<RecordedVisit, 'first' | 'observation' | 'records'> {
  readonly first: string
  readonly observation: Omit<PageObservation, 'body'> & { readonly body: StoredBody | null }
  readonly records: readonly (Omit<EgressRecord, 'target' | 'address'> & {
    readonly target: string | null
    readonly address: string | null
  })[]
}
