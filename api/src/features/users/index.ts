// Administrators manage people.
import { changingRoutes } from './change-users.ts';
import { importRoutes } from './import-people.ts';
import { keysRoutes } from './keys.ts';
import { readingRoutes } from './read-users.ts';

export const usersAdminRoutes = [...readingRoutes, ...changingRoutes, ...importRoutes, ...keysRoutes];
