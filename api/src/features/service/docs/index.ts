export { docsRouter } from './docs.router.ts';
