// Administrators manage people.
import { changingRoutes } from './change-users.routes.ts';
import { importRoutes } from './import/import.routes.ts';
import { keysRoutes } from './keys.routes.ts';
import { readingRoutes } from './users-admin.routes.ts';

export const usersAdminRoutes = [...readingRoutes, ...changingRoutes, ...importRoutes, ...keysRoutes];
