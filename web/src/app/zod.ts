/**
 * The content security policy forbids `eval`, with which zod would compile its schemas. zod reads this object when it
 * is loaded, so this must be the first import of the page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
