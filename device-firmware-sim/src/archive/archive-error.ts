export type ArchiveErrorCode = 'hash_mismatch' | 'signature_invalid' | 'archive_invalid';

/** Why an archive is refused; the message is shown to users, the code is for programs. */
export class ArchiveError extends Error {
  readonly code: ArchiveErrorCode;

  constructor(code: ArchiveErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
