import type { DeviceMode } from '@belfry/schemas/domain/device';
import type { Scope } from '@belfry/schemas/domain/scopes';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import type { Membership } from '../../policies/rights.ts';

/** The caller: the user to whom the key of the request belongs. */
export type Principal = {
  id: number;
  role: Role;
  /** What this user may do at nodes that are not theirs. */
  memberships?: readonly Membership[];
  /** Whether this user owns a tree. */
  owns_nodes?: boolean;
  key_id: number;
  key_created_at: Date;
  /** The administrator who impersonates this user with a key issued for that, and until when; null with the user's own key. */
  opened_by: { id: number; until: Date } | null;
  /** Present where a program calls, with the account of its key. */
  api_key?: ApiKeyScopes;
  /** The trigger that acts with the rights of this user. */
  trigger_id?: number;
};

/** What a key of a program may call. */
export type ApiKeyScopes = { id: number; scopes: ReadonlySet<Scope> };

/** The device whose serial and key a request carries as HTTP Basic credentials. */
export type DevicePrincipal = {
  device_id: number;
  serial: string;
  owner_id: number | null;
  company_id: number | null;
  device_mode: DeviceMode;
};

/** The directory of an organisation whose token a request carries. */
export type DirectoryPrincipal = { provider_id: number; owner_id: number };

/**
 * Who may call a route. Every route names one; `service` is a process of the product with the service secret, `engine` the
 * MQTT engine with the secret of its requests, `device-or-admin` a device with its key, or an administrator, `device-or-signed-in` a device, or any user,
 * `scim` the directory of an organisation with its token.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'admin'
  | 'root'
  | 'device-or-admin'
  | 'device-or-signed-in'
  | 'service'
  | 'engine'
  | 'scim';

/** Whether a signed-in user's role is enough. */
export function roleSuffices(access: 'signed-in' | 'admin' | 'root', role: Role): boolean {
  if (access === 'root') return role === 'root';
  return access === 'signed-in' || isAdministrator(role);
}
