import { z } from 'zod';

export const ROLES = ['user', 'admin', 'root'] as const;
export const roleSchema = z.enum(ROLES).meta({ id: 'Role' });
export type Role = z.infer<typeof roleSchema>;

/** Whether the role may administer devices and users; see AUTH-2. */
export const isAdministrator = (role: Role): boolean => role !== 'user';
