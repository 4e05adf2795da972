import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Lets real time pass, in milliseconds: to pace a load, or in which something must not happen. The only way to sleep in a test,
 * by lint; what must happen is waited for by `until`, `vi.waitFor` or an assertion of Playwright.
 */
export const letPass = async (ms: number): Promise<void> => sleep(ms);
