/** Why a pack is not installed; `message` is shown to users. */
export class PackError extends Error {
  override readonly name = 'PackError';
  /** What has arrived is kept, and another try continues with it. */
  readonly canContinue: boolean;
  constructor(message: string, { canContinue = false, cause }: { canContinue?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.canContinue = canContinue;
  }
}
