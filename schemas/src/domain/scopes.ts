import { z } from 'zod';
import { maskOf, type Right, type RightsMask } from './rights.ts';

/** What a key of a program may do, each with the rights that it needs at its node. The calls of each are in `http/api-keys/scopes.ts`. */
export const SCOPE_RIGHTS = {
  'tree:read': ['read'],
  'tree:write': ['read', 'edit-tree'],
  'devices:read': ['read'],
  'devices:write': ['read', 'operate'],
  commands: ['read', 'operate'],
  'metrics:read': ['read'],
  'groups:read': ['read'],
  'groups:write': ['read', 'plan'],
  'library:read': ['read-texts'],
  'library:write': ['read-texts', 'plan'],
  'schedules:read': ['read', 'read-texts'],
  'schedules:write': ['read', 'read-texts', 'plan'],
  say: ['read-texts', 'speak'],
  'announcements:read': ['read', 'read-texts'],
  emergency: ['read', 'read-texts', 'emergency'],
  triggers: ['read', 'read-texts', 'speak'],
  scenarios: ['read', 'read-texts', 'speak'],
  sms: ['read', 'read-texts', 'speak'],
  'alarms:read': ['read'],
  'alarms:write': ['read', 'operate'],
} as const satisfies Record<string, readonly Right[]>;

export type Scope = keyof typeof SCOPE_RIGHTS;
export const SCOPES = Object.keys(SCOPE_RIGHTS) as [Scope, ...Scope[]];
export const scopeSchema = z.enum(SCOPES).meta({ id: 'Scope' });

export const rightsOfScopes = (scopes: readonly Scope[]): RightsMask =>
  scopes.reduce<RightsMask>((mask, scope) => mask | maskOf(SCOPE_RIGHTS[scope]), 0);
