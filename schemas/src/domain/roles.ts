import { z } from 'zod';

export const ROLES = ['user', 'admin', 'root'] as const;
export const roleSchema = z.enum(ROLES).meta({ id: 'Role' });
export type Role = z.infer<typeof roleSchema>;

/** What a role is called on screen (decision 9). */
export const ROLE_LABELS: Record<Role, string> = { user: 'Audio Controller', admin: 'Admin', root: 'Root' };

/** May administer the fleet and the people: admin and root (specification 002 §6). */
export const isAdministrator = (role: Role): boolean => role !== 'user';
