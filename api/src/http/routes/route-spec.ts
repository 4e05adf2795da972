import type { Endpoint } from '@belfry/schemas/http/endpoint';
import type { z } from 'zod';
import type { Caller } from '../../policies/accounts.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import type { Access } from './principal.ts';

type AnyPolicy = (caller: Caller, ...object: never[]) => boolean | VisibleOwners;
/**
 * The right to an object that a route names: a policy of `policies/`, several where objects of several kinds are involved,
 * or `own` where the statement finds objects of the caller only.
 */
export type RoutePolicy = AnyPolicy | Readonly<Record<string, AnyPolicy>> | 'own';

/** What the api adds to an endpoint of the contract: who may call it, and how much they may send. */
export type Rights<A extends Access = Access, K extends RoutePolicy | undefined = RoutePolicy | undefined> = {
  /** The callers to whom the route is open. */
  access: A;
  /** What the caller may do with the object that the request names. The handler passes it to its service. */
  policy?: K;
  /** Refuses keys with which an administrator impersonates another user, because the route concerns the user's own account. */
  ownKeyOnly?: boolean;
  /** The maximum size of the body in bytes. */
  bodyLimit?: number;
};

/** A served endpoint, from which the route is mounted, checked, guarded and documented. */
export type RouteSpec = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType> & Rights;
