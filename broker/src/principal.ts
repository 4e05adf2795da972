import type { Rights } from '@belfry/schemas/mqtt/authorize';

export type ClientKind = 'device' | 'console' | 'service';
export const CLIENT_KINDS = ['device', 'console', 'service'] as const satisfies readonly ClientKind[];

/** `id` is a serial, a user id in decimal, or `service`. */
export type Principal = { readonly kind: ClientKind; readonly id: string; readonly rights: Rights };

export const credentialOf = (kind: ClientKind, id: string): string => `${kind}:${id}`;
