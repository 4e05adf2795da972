import { z } from 'zod';

export const ROLES = ['user', 'admin', 'root'] as const;
export const roleSchema = z.enum(ROLES).meta({ id: 'Role' });
export type Role = z.infer<typeof roleSchema>;

/** The names of the roles in the console; see AUTH-1. */
export const ROLE_LABELS: Record<Role, string> = { user: 'Audio Controller', admin: 'Admin', root: 'Root' };

/** Whether the role may administer devices and users; see AUTH-2. */
export const isAdministrator = (role: Role): boolean => role !== 'user';
