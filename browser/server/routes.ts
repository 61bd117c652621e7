/** Types that find the route of a request in the OpenAPI document: its method and path give the bodies. */
import type { paths } from './api.gen.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type WithoutQuery<P extends string> = P extends `${infer Path}?${string}` ? Path : P
type Segments<P extends string> = P extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [P]

/** Any segment may be a parameter of the route, such as "{id}". One that is known only at run time must be. */
type SameSegment<Route, S> = Route extends `{${string}}` ? true : S extends Route ? true : false

type SameSegments<Route, Path> = Route extends [infer R, ...infer Routes]
  ? Path extends [infer P, ...infer Paths]
    ? SameSegment<R, P> extends true
      ? SameSegments<Routes, Paths>
      : false
    : false
  : Path extends []
    ? true
    : false

/**
 * The path in the document, such as "/api/matches/{id}", for a path such as `/matches/${id}`. A route without parameters comes
 * before those with parameters that match, too.
 */
type RouteOf<P extends string> = `/api${WithoutQuery<P>}` extends keyof paths
  ? `/api${WithoutQuery<P>}`
  : {
      [Route in keyof paths]: SameSegments<Segments<Route>, Segments<`/api${WithoutQuery<P>}`>> extends true
        ? Route
        : never
    }[keyof paths]

type Operation<M extends Method, P extends string> = paths[RouteOf<P>] extends infer Item
  ? Lowercase<M> extends keyof Item
    ? Item[Lowercase<M>]
    : never
  : never

/** P, if the document has a route with this method and path. */
export type Path<M extends Method, P extends string> = Operation<M, P> extends { responses: unknown } ? P : never

/** The body of a request, undefined if the route has none. */
export type Body<M extends Method, P extends string> =
  Operation<M, P> extends {
    requestBody?: { content: { 'application/json': infer B } }
  }
    ? B
    : undefined

/** The body of a response, undefined if it has none. */
export type Answer<M extends Method, P extends string> =
  Operation<M, P> extends {
    responses:
      | { 200: { content: { 'application/json': infer B } } }
      | { 201: { content: { 'application/json': infer B } } }
  }
    ? B
    : undefined
