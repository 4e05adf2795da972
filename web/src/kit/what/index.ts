// What is said: a sentence, a prepared text, or a sound.
export { What } from './what.tsx';
export { PreparedTexts } from './prepared-texts.tsx';
export { bodyOf, firstText, secondsOf, type WhatValue } from './what-value.ts';
export { useListen } from './use-listen.tsx';
export { useRecentTexts } from './recent-texts.ts';
