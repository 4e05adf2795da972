import type { Role } from '@belfry/schemas/domain/roles';

/** The user who calls, as far as rights depend on them. */
export type Caller = { id: number; role: Role };

/**
 * Decides whether the caller may do one thing, which its name `canX` states, with an object. A route declares it, and its
 * service applies it to the object: to the locked row where a concurrent change must not be missed.
 */
export type Policy<Subject = void> = (caller: Caller, object: Subject) => boolean;
