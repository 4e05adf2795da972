import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';

/** Who calls: the user whose key came with the call. */
export type Principal = {
  id: number;
  role: Role;
  key_id: number;
  key_created_at: Date;
  /** The administrator who works as this user with a key made for that, and until when; null with a key of one's own. */
  opened_by: { id: number; until: Date } | null;
};

/** Who may call a route. Every route names one; `service` is a process of ours with the service secret. */
export type Access = 'public' | 'signed-in' | 'admin' | 'root' | 'service';

/** Whether a signed-in user's role is enough. */
export function roleSuffices(access: 'signed-in' | 'admin' | 'root', role: Role): boolean {
  if (access === 'root') return role === 'root';
  return access === 'signed-in' || isAdministrator(role);
}
