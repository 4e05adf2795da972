/** Shared by api, broker and engine of a test. */
export const SERVICE_SECRET = 'a-secret-that-only-tests-know';
