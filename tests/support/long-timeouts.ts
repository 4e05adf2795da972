import { vi } from 'vitest';

/** Nothing takes so long; a busy machine may pause for seconds. */
const TIMEOUT_MS = 30_000;

// The default of one second cannot be configured.
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options });
vi.waitUntil = (callback, options) =>
  waitUntil(callback, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options });
