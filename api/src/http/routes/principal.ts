import type { DeviceMode } from '@belfry/schemas/domain/device';
import type { Scope } from '@belfry/schemas/domain/scopes';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import type { Membership } from '../../policies/rights.ts';

export type Principal = {
  id: number;
  role: Role;
  memberships?: readonly Membership[];
  owns_nodes?: boolean;
  key_id: number;
  key_created_at: Date;
  /** The administrator who impersonates this user with a key issued for that, and until when; null with the user's own key. */
  opened_by: { id: number; until: Date } | null;
  api_key?: ApiKeyScopes;
  /** Something that this user has granted acts with their rights, such as a trigger. */
  acts_alone?: true;
};

export type ApiKeyScopes = { id: number; scopes: ReadonlySet<Scope> };

export type DevicePrincipal = {
  device_id: number;
  serial: string;
  owner_id: number | null;
  company_id: number | null;
  device_mode: DeviceMode;
};

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

export function roleSuffices(access: 'signed-in' | 'admin' | 'root', role: Role): boolean {
  if (access === 'root') return role === 'root';
  return access === 'signed-in' || isAdministrator(role);
}
