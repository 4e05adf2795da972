/**
 * Why nothing can be heard of a microphone.
 * - insecure: the page was opened by plain HTTP from another machine, where browsers give no microphone;
 * - unsupported: the browser cannot record;
 * - refused: the person, or the system, does not permit it;
 * - missing: there is none; in_use: another program has it;
 * - no_output: the browser starts no sound, as Firefox without a loudspeaker;
 * - unplugged: it was taken away; muted: it, or the system, gives silence; silent: nothing was heard for a while.
 */
export const MICROPHONE_FAULTS = [
  'insecure',
  'unsupported',
  'refused',
  'missing',
  'in_use',
  'no_output',
  'unplugged',
  'muted',
  'silent',
] as const;
export type MicrophoneFault = (typeof MICROPHONE_FAULTS)[number];

export class MicrophoneError extends Error {
  readonly fault: MicrophoneFault;
  constructor(fault: MicrophoneFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Faults with which nothing is heard; after the others people may go on. */
export const isFatal = (fault: MicrophoneFault): boolean => fault !== 'silent' && fault !== 'muted';

const OF_ERRORS: Record<string, MicrophoneFault> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'in_use',
  AbortError: 'in_use',
};

export const faultOf = (error: unknown): MicrophoneFault => {
  if (error instanceof MicrophoneError) return error.fault;
  return (error instanceof Error ? OF_ERRORS[error.name] : undefined) ?? 'unsupported';
};

/** Why this page can use no microphone at all; null where it can. */
export function microphoneObstacle(): 'insecure' | 'unsupported' | null {
  const browser: { isSecureContext?: unknown; AudioWorkletNode?: unknown } = globalThis;
  const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator;
  if (mediaDevices !== undefined && browser.AudioWorkletNode !== undefined) return null;
  return browser.isSecureContext === false ? 'insecure' : 'unsupported';
}
