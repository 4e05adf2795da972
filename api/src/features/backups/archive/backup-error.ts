type BackupErrorKind =
  | 'busy'
  | 'cut'
  | 'damaged'
  | 'foreign'
  | 'newer'
  | 'not_empty'
  | 'passphrase'
  | 'secret'
  | 'target';

/** The message is for people, and contains no secret. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly kind: BackupErrorKind;

  constructor(kind: BackupErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export const isCut = (): BackupError =>
  new BackupError('cut', 'The backup is incomplete: it ends before its last record. Nothing was changed.');

export const isDamaged = (what: string): BackupError =>
  new BackupError('damaged', `The backup is damaged: ${what}. Nothing was changed.`);
