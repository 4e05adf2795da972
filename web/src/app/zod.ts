/**
 * The content security policy forbids eval, by which zod would otherwise speed itself up. zod reads this object when it
 * is loaded, which is after the first screen. First import of the page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
