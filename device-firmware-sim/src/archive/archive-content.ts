import type { FirmwareManifest } from '@belfry/schemas/domain/firmware';

type ArchiveErrorCode = 'hash_mismatch' | 'signature_invalid' | 'archive_invalid';

/** Why an archive is refused; the message is shown to users, the code is for programs. */
export class ArchiveError extends Error {
  readonly code: ArchiveErrorCode;

  constructor(code: ArchiveErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Content of a readable archive, whose files are those of its manifest. */
export type ArchiveContent = {
  manifest: FirmwareManifest;
  manifestSha256: string;
  /** Of the archive as it is stored. */
  sha256: string;
  size: number;
};
