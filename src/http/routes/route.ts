import type { createRoute } from '@hono/zod-openapi'
import type { z } from 'zod'
import type { bodies } from './bodies.ts'

type BodyName = keyof typeof bodies
export type Body<Name extends BodyName> = z.input<(typeof bodies)[Name]>

/** The result of `createRoute`: one value that registers a handler and is written into the OpenAPI document. */
export type Route = ReturnType<typeof createRoute>

/** A body schema by the name of its OpenAPI component. The type keeps the name, so that responses can be checked against it. */
export function bodyRef<Name extends BodyName>(
  name: Name,
): { readonly $ref: `#/components/schemas/${Name}` } {
  return { $ref: `#/components/schemas/${name}` }
}

/** The body that a route documents for a status. */
export type BodyOf<R, Status> = R extends {
  responses: Record<Status & PropertyKey, { content: infer Content }>
}
  ? Content[keyof Content] extends { schema: { $ref: `#/components/schemas/${infer Name}` } }
    ? Sent<Body<Name & BodyName>>
    : never
  : never

/** The same shape with read-only members. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Sent<T[Key]> }
    : T

/** `T`, if it has no field that `Shape` lacks. TypeScript checks that by itself for literals only. */
export type Exact<T, Shape> = [Shape] extends [never]
  ? never
  : unknown extends Shape
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Exact<Item, ItemOf<NonNullable<Shape>>>[]
      : T extends object
        ? { readonly [Key in keyof T]: Exact<T[Key], FieldOf<NonNullable<Shape>, Key>> }
        : T

type ItemOf<Shape> = Shape extends readonly (infer Item)[] ? Item : never
type FieldOf<Shape, Key> = Key extends keyof Shape ? Shape[Key] : never
