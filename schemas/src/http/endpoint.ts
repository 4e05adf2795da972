import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The media type of the forms that engines send. */
export const FORM = 'application/x-www-form-urlencoded';

/**
 * What the types here read of a zod schema. For the compiler this is much cheaper than z.ZodType: with all endpoints declared, the
 * contract and the api take 5 % more instantiations instead of 69 %.
 */
export type AnySchema<In = unknown, Out = unknown> = { readonly _zod: { readonly input: In; readonly output: Out } };

/** One call of the REST interface as data: the api serves it, the console and the tests call it, OpenAPI documents it. */
export type Endpoint<
  P extends AnySchema = AnySchema,
  Q extends AnySchema = AnySchema,
  B extends AnySchema = AnySchema,
  R extends AnySchema = AnySchema,
> = {
  method: Method;
  /** Below `/api` (or below `/internal`), parameters in braces: `/devices/edit/{device_id}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The media type of a body that is parsed as a form or as one text, as JSON whose signature is checked; parsed JSON unless given. */
  bodyType?: 'text/csv' | 'text/calendar' | 'application/json' | typeof FORM;
  /** The body is a file instead. */
  upload?: z.ZodFile;
  /** null: 204 without a body. */
  answer: R | null;
  /** The status of a success; 200 unless given. */
  status?: number;
  headers?: Record<string, string>;
  /** The errors of the call itself; those of its guards are added. */
  errors?: readonly ErrorCode[];
};

// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(
  declared: E & { [K in Exclude<keyof E, keyof Endpoint>]: never },
): E {
  return declared;
}

type Part = 'params' | 'query' | 'body';
/** What a handler gets of one part of a request; undefined where the endpoint has no such part. */
export type Parsed<E, K extends Part> = E extends { [Name in K]: AnySchema<unknown, infer Out> } ? Out : undefined;
/** The answer that a client gets; null where the endpoint answers 204. */
export type Answer<E> = E extends { answer: AnySchema<unknown, infer Out> } ? Out : null;

/** A field that is coerced takes anything; a client sends what it becomes. */
type Fields<In, Out> = { [K in keyof In]: unknown extends In[K] ? (K extends keyof Out ? Out[K] : In[K]) : In[K] };
type Sent<In, Out> = In extends object ? Fields<In, Out> : { /** A text instead of fields. */ body: In };
type SentPart<E, K extends Part> = E extends { [Name in K]: AnySchema<infer In, infer Out> } ? Sent<In, Out> : unknown;
type SentFields<E> = SentPart<E, 'params'> & SentPart<E, 'query'> & SentPart<E, 'body'>;

/**
 * What a client passes to call an endpoint: the fields of path, query and body in one object. No endpoint has two fields of one
 * name; the api's routes.test.ts checks that.
 */
export type Input<E> =
  unknown extends SentFields<E>
    ? void
    : Partial<SentFields<E>> extends SentFields<E>
      ? SentFields<E> | void
      : SentFields<E>;

export type EndpointRequest = {
  method: Uppercase<Method>;
  /** With its parameters, without the query. */
  path: string;
  query: Record<string, string>;
  /** undefined where the endpoint has none. */
  body: unknown;
};

/** The request that calls an endpoint. Fields that are undefined are left out of the query. */
export function requestOf(to: Endpoint, input: unknown): EndpointRequest {
  const fields = new Map(Object.entries((input ?? {}) as Record<string, unknown>));
  const take = (name: string): unknown => {
    const value = fields.get(name);
    fields.delete(name);
    return value;
  };
  const path = to.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(take(name))));
  const method = to.method.toUpperCase() as Uppercase<Method>;
  const hasBody = to.body !== undefined || to.upload !== undefined;
  const query = [...fields.keys()]
    .filter((name) => !hasBody || (to.query && name in shapeOf(to.query)))
    .map((name) => [name, take(name)] as const)
    .filter(([, value]) => value !== undefined);
  const body = to.bodyType || to.upload ? fields.get('body') : Object.fromEntries(fields);
  return {
    method,
    path,
    query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    body: hasBody ? body : undefined,
  };
}

const shapeOf = (schema: AnySchema): object => ('shape' in schema ? (schema.shape as object) : {});
