// The drawer of what has no page of its own.
export { Detail, DetailFrame, Section, Technical } from './detail.tsx';
export { useOpened } from './use-opened.ts';
