// Identity providers, and people sent by directories.
import { providersRoutes } from './providers.routes.ts';
import { signOnRoutes } from './sign-on.routes.ts';
import { scimRoutes } from './scim/scim.routes.ts';

export { createIdentityProviders } from './identity-provider-client.ts';
export { createDirectories } from './scim/directories.ts';
export { deleteOldSignOns } from './sign-ons.repository.ts';

export const singleSignOnRoutes = [...providersRoutes, ...signOnRoutes, ...scimRoutes];
