import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { openApiDocument } from '#http/routes/openapi.ts'

interface Sent {
  readonly method: string
  readonly path: string
  /** The field of the request. */
  readonly accept?: string | null
}

interface Documented {
  readonly content?: object
  /** JSON pointer in the document. */
  readonly pointer: string
}

let compiled: { readonly document: object; readonly validator: Ajv2020 } | null = null

/**
 * Throws unless /openapi.json documents the response: its status, its media type and the schema of its body; and unless `Retry-After`
 * has the `retry_after_s` of the body. Not checked: paths that the document lacks, preflights, and 500, which only a bug causes.
 */
export async function expectDocumented(facts: ServiceFacts, sent: Sent, response: Response) {
  // The facts change addresses and prices in the document, but no schema: it is compiled once per process.
  compiled ??= compile(openApiDocument(facts))
  const { document, validator } = compiled
  const template = templateOf(document, sent.path)
  if (template === null || sent.method === 'OPTIONS' || response.status === 500) return
  const at = `${sent.method} ${sent.path} ${response.status}`
  const documented = responseIn(document, { method: sent.method, path: template }, response.status)
  if (documented === null) throw new Error(`${at} is not in /openapi.json.`)
  if (sent.method === 'HEAD' || response.body === null) return
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  if (!Object.hasOwn(documented.content ?? {}, type)) {
    // The document has the types that a client gets without asking for another.
    if (sent.accept?.toLowerCase().includes(type) === true) return
    throw new Error(`${at} has the type ${type}, which is not in /openapi.json.`)
  }
  const schema = `openapi#${documented.pointer}/content/${escaped(type)}/schema`
  if (!type.endsWith('json')) return
  const body: unknown = await response.clone().json()
  if (!validator.validate(schema, body)) {
    throw new Error(`${at} does not fit /openapi.json: ${validator.errorsText()}`)
  }
  const seconds: unknown = Reflect.get(Object(body), 'retry_after_s') ?? null
  const field = response.headers.get('retry-after')
  if (seconds !== null && field !== String(seconds)) {
    throw new Error(`${at} has retry_after_s ${seconds}, and Retry-After ${field}.`)
  }
}

function compile(document: object) {
  const validator = new Ajv2020({ strict: false })
  addFormats.default(validator)
  return { document, validator: validator.addSchema(document, 'openapi') }
}

/** The path of the document that describes this one; null without one. */
function templateOf(document: object, path: string): string | null {
  const fits = (template: string) => {
    const pattern = template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/.]+')
    return new RegExp(`^${pattern}$`).test(path)
  }
  return Object.keys(Reflect.get(document, 'paths')).find(fits) ?? null
}

function responseIn(document: object, { method, path }: Sent, status: number): Documented | null {
  const operations = valueAt(document, `/paths/${escaped(path)}`)
  const name = method.toLowerCase()
  // OpenAPI has no place for the response to a method that a path lacks: the operation that the path has lists it.
  const operation = name in operations ? name : Object.keys(operations)[0]
  const pointer = `/paths/${escaped(path)}/${operation}/responses/${status}`
  const response = valueAt(document, pointer)
  const reference: unknown = Reflect.get(response, '$ref')
  if (typeof reference === 'string') {
    const target = reference.slice(1)
    return { ...valueAt(document, target), pointer: target }
  }
  return Object.keys(response).length === 0 ? null : { ...response, pointer }
}

/** The value at a JSON pointer; an empty object if there is none. */
function valueAt(document: object, pointer: string): object {
  const steps = pointer.slice(1).split('/')
  return steps.reduce((at, step) => Object(Reflect.get(at, unescaped(step))), document)
}

const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')
