import type { Generated } from 'kysely';

export type FirmwareArchivesTable = {
  /** Also the name of the file in DATA_DIR/archives. */
  filename: string;
  version: number;
  firmware_version: string | null;
  size: number;
  sha256: string;
  signature: string;
  /** The time of creation in the manifest. */
  created: Date;
  added_by: number | null;
  added_at: Generated<Date>;
};
