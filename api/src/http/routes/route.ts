import type { Answer, Endpoint, Parsed } from '@belfry/schemas/http/endpoint';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import type { Access, DevicePrincipal, DirectoryPrincipal, Principal } from './principal.ts';
import type { FileStore } from '../../storage/index.ts';
import type { InTurn } from '../files/download-slots.ts';
import type { z } from 'zod';
import type { DecodedText } from '../../lib/decode-text.ts';
import type { Caller } from '../../policies/accounts.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { DEFAULT_PAGE_SIZE } from '@belfry/schemas/domain/limits';

type DeviceAccess = 'device-or-admin' | 'device-or-signed-in';

export type Context<D = unknown, A extends Access = Access, P = unknown, Q = unknown, B = unknown, K = unknown> = {
  deps: D;
  /** Present wherever the key of a user is required. */
  user: A extends 'public' | 'service' | 'engine' | 'scim'
    ? null
    : A extends DeviceAccess
      ? Principal | null
      : Principal;
  device: A extends DeviceAccess ? DevicePrincipal | null : null;
  directory: A extends 'scim' ? DirectoryPrincipal : null;
  policy: K;
  params: P;
  query: Q;
  body: B;
  /** How a body of text was read; null for others. */
  encoding: DecodedText['encoding'] | null;
  ip: string;
  requestId: string;
  req: Request;
};

/** A value before JSON.stringify: a Date is accepted where the JSON has an ISO time. */
export type Wire<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;

/** An answer with a status or headers of its own; `json` and `text` are sent as they are, `file` is the name of a file. */
export class Reply<T> {
  readonly body:
    | { value: T }
    | { json: string }
    | { text: string }
    | { store: FileStore; file: string; inTurn: InTurn | undefined }
    | { chunks: AsyncIterable<string>; type: string }
    | { bytes: Readable; type: string };
  readonly status: number | undefined;
  readonly headers: Record<string, string> | undefined;

  private constructor(body: Reply<T>['body'], extra: ReplyExtra = {}) {
    this.body = body;
    this.status = extra.status;
    this.headers = extra.headers;
  }

  static of<T>(value: T, extra?: ReplyExtra): Reply<T> {
    return new Reply({ value }, extra);
  }

  /** JSON text that was built in SQL and is sent unchanged. */
  static json(json: string, extra?: ReplyExtra): Reply<never> {
    return new Reply<never>({ json }, extra);
  }

  /** A plain text, for routes whose answer is a string that the caller expects without quotation marks. */
  static text(text: string): Reply<never> {
    return new Reply<never>({ text });
  }

  /** A text that is sent while it is made, for routes whose answer is a `z.file()`. */
  static chunks(chunks: AsyncIterable<string>, type: string, extra?: ReplyExtra): Reply<never> {
    return new Reply<never>({ chunks, type }, extra);
  }

  /** Bytes that are sent as they come, for routes whose answer is a `z.file()`. */
  static bytes(bytes: Readable, type: string, extra?: ReplyExtra): Reply<never> {
    return new Reply<never>({ bytes, type }, extra);
  }

  /** A stored file, for routes whose answer is a `z.file()`: with ranges and an ETag. `inTurn`: reads and sends it, a chunk at a time. */
  static stored(store: FileStore, file: string, extra?: ReplyExtra & { inTurn?: InTurn }): Reply<never> {
    return new Reply<never>({ store, file, inTurn: extra?.inTurn }, extra);
  }
}
type ReplyExtra = { status?: number; headers?: Record<string, string> };

/** Types other than D are checked where the route is declared. */
export type Route<D = unknown> = {
  spec: RouteSpec;
  handle(this: void, context: Context<D>): unknown;
};

type Served<E> = Wire<Answer<E>> | Reply<Wire<Answer<E>>>;

/**
 * Makes `serve` for routes with the dependencies D. `serve` serves an endpoint of the contract to those whom `rights` admits. The
 * handler gets parsed input, the caller and the policy, and returns the answer's value, or a Reply with a status or headers.
 */
export function serveWith<D>() {
  return function serve<E extends Endpoint, A extends Access, K extends RoutePolicy | undefined = undefined>(
    endpoint: E,
    rights: Rights<A, K> & (E['method'] extends 'get' ? unknown : { audit: AuditRule }),
    handler: (
      context: Context<D, A, Parsed<E, 'params'>, Parsed<E, 'query'>, Parsed<E, 'body'>, K>,
    ) => Served<NoInfer<E>> | Promise<Served<NoInfer<E>>> | void | Promise<void>,
  ): Route<D> {
    // The parts of an endpoint are zod schemas, which its type does not say.
    return { spec: { ...(endpoint as unknown as RouteSpec), ...rights }, handle: handler };
  };
}

type AnyPolicy = (caller: Caller, ...object: never[]) => boolean | VisibleOwners;
/**
 * The right to an object that a route names: a policy of `policies/`, several where objects of several kinds are involved,
 * or `own` where the statement finds objects of the caller only.
 */
type RoutePolicy = AnyPolicy | Readonly<Record<string, AnyPolicy>> | 'own';

/**
 * How a call that is no GET gets its row of the audit. `service`: the service writes it, in the transaction of the change, or knows that nothing has
 * changed. `verb of kind`: it is written before the call is answered, with what the service has told (`noteAct`), unless the service has written one.
 * `none`: there is none, and why, since the call changes nothing that people own.
 */
export type AuditRule = 'service' | `none: ${string}` | `${string}.${string} of ${string}`;

type Rights<A extends Access = Access, K extends RoutePolicy | undefined = RoutePolicy | undefined> = {
  access: A;
  policy?: K;
  /** Refuses keys with which an administrator impersonates another user, because the route concerns the user's own account. */
  ownKeyOnly?: boolean;
  /** Also admits a key that is valid for setting up a required second factor only; every other route refuses it as an invalid one. */
  setupKey?: boolean;
  /** The maximum size of the body in bytes. */
  bodyLimit?: number;
  audit?: AuditRule;
};

export type RouteSpec = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType> & Rights;

export type Page = { limit: number; offset: number };

/** The page that a query asks for; null where it asks for the whole list; see HTTP-5. */
export function pageOf({ page, page_size }: { page?: number; page_size?: number }): Page | null {
  if (page === undefined && page_size === undefined) return null;
  const limit = page_size ?? DEFAULT_PAGE_SIZE;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** For tests: throws when an answer does not match the schema that the route declares and documents. */
export function checkAnswer(spec: RouteSpec, json: string): void {
  const parsed = spec.answer?.safeParse(JSON.parse(json));
  if (parsed && !parsed.success) {
    throw new Error(`${spec.method} ${spec.path} answered what it does not declare: ${parsed.error.message}`);
  }
}

/** Answers a call, and records what it has changed before the answer is sent. */
export type CallRecorder = (
  call: Pick<RouteSpec, 'method' | 'audit'>,
  request: Pick<Context, 'user' | 'ip' | 'params' | 'body'>,
  answer: () => unknown,
) => Promise<unknown>;
