import type { ErrorCode } from '@belfry/schemas/http/errors';
import type { z } from 'zod';
import type { Caller } from '../../policies/policy.ts';
import type { VisibleOwners } from '../../policies/visible-owners.ts';
import type { Access } from './principal.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The media type of the forms that engines send. */
export const FORM = 'application/x-www-form-urlencoded';

type AnyPolicy = (caller: Caller, ...object: never[]) => boolean | VisibleOwners;
/**
 * The right to an object that a route names: a policy of `policies/`, several where objects of several kinds are involved,
 * or `own` where the statement finds objects of the caller only.
 */
export type RoutePolicy = AnyPolicy | Readonly<Record<string, AnyPolicy>> | 'own';

/** One declaration, from which the route is mounted, checked, guarded and documented. */
export type RouteSpec<
  A extends Access = Access,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  K extends RoutePolicy | undefined = RoutePolicy | undefined,
> = {
  method: Method;
  /** Below `/api` (or below `/internal` for `service`), parameters in braces: `/devices/edit/{device_id}`. */
  path: `/${string}`;
  summary: string;
  /** A longer description for the documentation. */
  description?: string;
  /** The callers to whom the route is open. */
  access: A;
  /** What the caller may do with the object that the request names. The handler passes it to its service. */
  policy?: K;
  /** Refuses keys with which an administrator impersonates another user, because the route concerns the user's own account. */
  ownKeyOnly?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** The body is a file instead, which the handler reads from the request. For the documentation. */
  upload?: z.ZodFile;
  /** null: 204 without a body. */
  answer: R | null;
  /** The status of a success; 200 unless given. */
  status?: number;
  /** Headers of the answer and their descriptions. */
  headers?: Record<string, string>;
  /** The errors of the route itself; those of its guards are added. */
  errors?: readonly ErrorCode[];
  /** The maximum size of the body in bytes. */
  bodyLimit?: number;
  /** The media type of a body that is parsed as a form or as one text; JSON unless given. */
  bodyType?: 'text/csv' | 'text/calendar' | typeof FORM;
};
