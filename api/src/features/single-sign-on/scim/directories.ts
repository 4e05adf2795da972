import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { DirectoryPrincipal } from '../../../http/routes/principal.ts';
import { findDirectory } from '../providers.repository.ts';

declare module '../../../deps.ts' {
  interface Deps {
    directories: Directories;
  }
}

type Directories = {
  authenticate(token: string): Promise<DirectoryPrincipal | null>;
};

/** Each call looks the token up, so that one that is replaced ends at once. */
export const createDirectories = (db: Kysely<Database>): Directories => ({
  authenticate: async (token) => (await findDirectory(db, token)) ?? null,
});
