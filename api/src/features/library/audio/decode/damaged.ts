/** A file that cannot be played; `message` is shown to users. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError';
}

export const cutOff = (): DamagedError => new DamagedError('The file is incomplete: its end is missing');
export const damaged = (): DamagedError => new DamagedError('The file is damaged');
