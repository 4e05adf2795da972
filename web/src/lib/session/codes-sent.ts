import { z } from 'zod';
import { CODES_SENT_KEY } from '../storage/storage-keys.ts';

/** When the last code was sent, in ms, by email address or phone. */
const codesSentSchema = z.record(z.string(), z.number());

function readAll(): Record<string, number> {
  try {
    return codesSentSchema.parse(JSON.parse(sessionStorage.getItem(CODES_SENT_KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** Stores that a code was sent now, so that a page that is opened later knows whether it still works; see REG-23. */
export function writeCodeSent(address: string): void {
  sessionStorage.setItem(CODES_SENT_KEY, JSON.stringify({ ...readAll(), [address]: Date.now() }));
}

/** When this tab last had a code sent to the email address or phone, in ms; null where it had none. */
export const readCodeSent = (address: string): number | null => readAll()[address] ?? null;
