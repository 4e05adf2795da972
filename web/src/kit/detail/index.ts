// The drawer of what has no page of its own.
export { Detail, Section, Technical } from './detail.tsx';
export { useOpened } from './use-opened.ts';
