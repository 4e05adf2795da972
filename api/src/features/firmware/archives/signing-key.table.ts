import type { Generated } from 'kysely';

/** At most one row: the private key in PEM, sealed. */
export type FirmwareSigningKeyTable = {
  only_row: Generated<boolean>;
  sealed: Buffer;
  stored_at: Generated<Date>;
};
